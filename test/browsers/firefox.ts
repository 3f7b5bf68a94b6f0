import { firefox } from 'playwright';
import { type BrowserPage, WINDOW } from './browser.ts';

/** What Playwright's own style element for screenshots meets in the page's policy. */
const OF_SCREENSHOT = /blocked an inline style \(style-src-elem\)/;

/** Debian's Firefox over WebDriver BiDi; `FIREFOX` names another. */
export async function openFirefox(): Promise<BrowserPage> {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: process.env.FIREFOX || '/usr/bin/firefox-esr',
    // Its panel would take the keyboard.
    firefoxUserPrefs: { 'browser.download.alwaysOpenPanel': false },
  });
  const page = await browser.newPage({ viewport: WINDOW });
  const errors: string[] = [];
  const note = (text: string) => {
    if (!OF_SCREENSHOT.test(text)) errors.push(text);
  };
  page.on('pageerror', ({ message }) => note(message));
  page.on('console', message => {
    if (message.type() === 'error') note(message.text());
  });
  return {
    version: `Firefox ${browser.version()}`,
    takeErrors: () => errors.splice(0),
    open: async address => {
      await page.goto(address);
    },
    run: (task, given) => page.evaluate(`(${task})(${JSON.stringify(given)})`),
    press: keys => page.keyboard.press(keys),
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  };
}
