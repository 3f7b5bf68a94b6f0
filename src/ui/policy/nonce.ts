/**
 * Another one with each load. A component that inserts a `<style>` has to be given it; what sets single properties of
 * an element's style (React, d3) needs none.
 */
export const styleNonce: string = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
