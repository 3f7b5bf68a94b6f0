// Comes first, so that the policy binds everything after it.
import './policy/bind.ts';
import './styles/tokens.css';
import './styles/base.css';
import { mountPage } from './app/mountPage.tsx';
import { connectEngineWorker } from './commands/createPageCommands.ts';

mountPage(document.getElementById('app')!, connectEngineWorker);
