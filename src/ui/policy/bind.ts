import { inForce } from './boundHosts.ts';
import { buildSecurityPolicy } from './buildSecurityPolicy.ts';
import { styleNonce } from './styleNonce.ts';

// Before anything is drawn and any worker is started: workers inherit what holds when they are made.
if (import.meta.env.PROD) {
  const meta = document.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = buildSecurityPolicy(inForce, styleNonce);
  document.head.append(meta);
  // Connections between browsers obey no policy: browsers print an error about `webrtc 'block'`, which would forbid them.
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection'])
    Reflect.deleteProperty(globalThis, name);
}
