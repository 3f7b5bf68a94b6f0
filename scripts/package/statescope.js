#!/usr/bin/env node
// The command `statescope`: without arguments it opens the page.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Statescope needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
if (process.argv.length === 2) process.argv.push('page');
await import('../dist/cli/main.js');
