import { cleanTextLine } from '../../core/cleanTextLine.ts';
import { UNSEEN } from '../../core/unseen.ts';

/** A column of a table: numbers are aligned to the right, long texts are broken anywhere. */
interface PageColumn {
  readonly head: string;
  readonly isNumber?: true;
  readonly isLong?: true;
}

/** A table with a caption; the first cell of a row is its head. */
export interface PageTable {
  readonly caption: string;
  readonly columns: readonly PageColumn[];
  readonly rows: readonly (readonly string[])[];
  /** Shade of each cell’s ground, 0 to 1; absent: none. */
  readonly shades?: readonly (readonly number[])[];
}

/** A part of a bar, by its place in `BarChart.parts`, drawn in that order from the bottom. */
interface ChartBar {
  readonly label: string;
  readonly values: readonly number[];
  /** True for the bar that the text is about. */
  readonly isMarked?: true;
}

/** Stacked bars over an axis of labels. */
export interface BarChart {
  readonly title: string;
  /** Unit of the values: "tokens". */
  readonly unit: string;
  /** Axis of the labels: "threshold". */
  readonly axis: string;
  /** Names of the parts; at most three. */
  readonly parts: readonly string[];
  /** Values are 0 or more. */
  readonly bars: readonly ChartBar[];
}

/** A piece of a page, without any knowledge of the form that it is written in. Texts are plain. */
export type PageBlock =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly table: PageTable }
  | { readonly kind: 'chart'; readonly chart: BarChart }
  | { readonly kind: 'code'; readonly title: string; readonly language: string; readonly text: string };

/** A page for other people, in the order of its blocks. */
export interface ReportPage {
  readonly title: string;
  readonly blocks: readonly PageBlock[];
}

/** Longest text of one line, UTF-16 units. */
const MAX_LINE_LENGTH = 600;
const UNSEEN_IN_CODE = new RegExp(`(?!\\n)[${UNSEEN}]`, 'gu');

/** A text on one line, without invisible characters. */
export const cleanPageText = (text: string): string => cleanTextLine(text, MAX_LINE_LENGTH);

/** A text of several lines with its invisible characters as JSON escapes them, so that JSON keeps its meaning. */
export const escapeUnseenCode = (text: string): string =>
  text.replace(UNSEEN_IN_CODE, found =>
    Array.from(
      { length: found.length },
      (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
