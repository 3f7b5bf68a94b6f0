// Comes first, so that the policy binds everything after it.
import './policy/bind.ts';
import './tokens.css';
import './base.css';
import { connectEngine } from './link/engineLink.ts';
import { mount } from './mount.tsx';

mount(document.getElementById('app')!, connectEngine);
