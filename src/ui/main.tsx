// Comes first, so that the policy binds everything after it.
import './policy/bind.ts';
import './styles/tokens.css';
import './styles/base.css';
import { mount } from './app/mount.tsx';
import { connectEngine } from './commands/engineLink.ts';

mount(document.getElementById('app')!, connectEngine);
