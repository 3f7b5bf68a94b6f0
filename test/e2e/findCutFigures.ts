import type { Page } from '@playwright/test';

/** Forgets what was drawn, since the window has another size now. */
export const forgetDrawnFigures = (page: Page): Promise<void> =>
  page.evaluate(() => (globalThis as unknown as { cutFigures: Set<string> }).cutFigures.clear());

/** Has the page note figures that are drawn partly outside their canvas; before it is opened. */
export const watchDrawnFigures = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const cut = new Set<string>();
    Object.assign(globalThis, { cutFigures: cut });
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
      if (/\d/.test(text) && this.canvas.isConnected) {
        const { width, height } = this.canvas;
        const box = this.measureText(text);
        const transform = this.getTransform();
        const from = transform.transformPoint({
          x: x - box.actualBoundingBoxLeft,
          y: y - box.actualBoundingBoxAscent,
        });
        const to = transform.transformPoint({
          x: x + box.actualBoundingBoxRight,
          y: y + box.actualBoundingBoxDescent,
        });
        const isOutside = to.x < 0 || to.y < 0 || from.x > width || from.y > height;
        const isInside = from.x > -2 && from.y > -2 && to.x < width + 2 && to.y < height + 2;
        // What was drawn whole again is mended.
        if (isInside || isOutside) cut.delete(`drawn: ${text}`);
        else cut.add(`drawn: ${text}`);
      }
      fillText.call(this, text, x, y, ...rest);
    };
  });

/**
 * Figures whose box is smaller than their text: texts with a digit that something hides in part, and those last drawn so. Of
 * words that end in an ellipsis only bare figures count.
 */
export const findCutFigures = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isFigure = (text: string) => /^[^A-Za-z]*\d[^A-Za-z]*(?:%|s|min|h|kB|MB|k|×)?$/.test(text);
    const isHidden = (element: Element) =>
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      if (!/\d/.test(text) || parent === null || isHidden(parent)) continue;
      if (parent.closest('script, style, select, textarea, .cm-editor')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      for (
        let box: Element | null = parent;
        box !== null && box !== document.documentElement;
        box = box.parentElement
      ) {
        const { overflowX, overflowY, textOverflow, clipPath } = getComputedStyle(box);
        // For readers alone.
        if (clipPath !== 'none' || box.clientWidth === 1) break;
        if (/auto|scroll/.test(overflowX + overflowY)) break;
        if (textOverflow === 'ellipsis' && !isFigure(text)) break;
        const { left, right, top, bottom } = box.getBoundingClientRect();
        const cuts = (line: DOMRect) =>
          (overflowX !== 'visible' && (line.right > right + 1.5 || line.left < left - 1.5)) ||
          (overflowY !== 'visible' && (line.bottom > bottom + 3 || line.top < top - 3));
        if (!lines.some(cuts)) continue;
        found.push(`${text.slice(0, 40)} in ${box.tagName.toLowerCase()}.${box.className}`);
        break;
      }
    }
    const { cutFigures } = globalThis as unknown as { cutFigures: Set<string> };
    return [...found, ...cutFigures];
  });
