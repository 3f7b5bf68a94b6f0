/** Debian's Chromium, for the worker and end-to-end tests; `CHROMIUM` names another. */
export const chromium = {
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium-headless-shell',
  args: [
    // Chromium refuses its sandbox to root.
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};
