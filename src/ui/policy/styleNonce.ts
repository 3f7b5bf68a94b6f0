/**
 * A nonce that changes with each load. A component that inserts a `<style>` must be given it; setting single
 * properties of an element's style (React, d3) needs none.
 */
export const styleNonce: string = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
