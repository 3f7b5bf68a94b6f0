import { inForce } from './boundHosts.ts';
import { styleNonce } from './nonce.ts';
import { securityPolicy } from './securityPolicy.ts';

// Before anything is drawn and any worker is started: workers inherit what holds when they are made.
if (import.meta.env.PROD) {
  const meta = document.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = securityPolicy(inForce, styleNonce);
  document.head.append(meta);
}
