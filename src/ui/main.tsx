import './tokens.css';
import './base.css';
import { connectEngine } from '../workers/client.ts';
import { mount } from './mount.tsx';

mount(document.getElementById('app')!, connectEngine);
