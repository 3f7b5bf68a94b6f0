import type { Page } from '@playwright/test';

/** Labels, buttons and fields whose words have more width than their box, and what a finger cannot hit. */
export const cutOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = 24;
    const field = 'input:not([type="checkbox"], [type="radio"], [type="range"])';
    const context = document.createElement('canvas').getContext('2d')!;
    /** Room that the arrow of a select takes. */
    const arrow = 12;
    const found: string[] = [];
    const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    for (const element of document.querySelectorAll(`button, select, ${field}, h2, h3, .label`)) {
      const { width, height } = element.getBoundingClientRect();
      if (!seen(element) || width <= 1) continue;
      const { font, letterSpacing, overflowX, paddingLeft, paddingRight } = getComputedStyle(element);
      const what = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
      if (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1)
        found.push(`cut: ${what}`);
      const words =
        element instanceof HTMLSelectElement
          ? (element.selectedOptions[0]?.text ?? '')
          : element instanceof HTMLInputElement
            ? element.value || element.placeholder
            : '';
      context.font = font;
      context.letterSpacing = letterSpacing;
      const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
      const room = element.clientWidth - padding - (element instanceof HTMLSelectElement ? arrow : 0);
      if (context.measureText(words).width > room) found.push(`cut: ${what}: ${words}`);
      const isControl = element.matches(`button, select, ${field}`);
      if (isControl && (width < least || height < least) && getComputedStyle(element).display !== 'inline')
        found.push(`small: ${what}, ${Math.round(width)} × ${Math.round(height)}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push('wider than the window');
    return found;
  });
