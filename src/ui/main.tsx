// First: what follows is bound by the policy.
import './policy/bind.ts';
import './tokens.css';
import './base.css';
import { connectEngine } from './engineLink.ts';
import { mount } from './mount.tsx';

mount(document.getElementById('app')!, connectEngine);
