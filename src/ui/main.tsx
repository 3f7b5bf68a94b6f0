import './tokens.css';
import './base.css';
import { connectEngine } from './engineLink.ts';
import { mount } from './mount.tsx';

mount(document.getElementById('app')!, connectEngine);
