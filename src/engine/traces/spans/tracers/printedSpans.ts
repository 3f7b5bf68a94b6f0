import { LineCutter } from '../../input/jsonInput.ts';
import type { TextFormat } from '../../traceReading.ts';
import { CONSOLE_SPANS } from './consoleSpans.ts';
import { unescapeCharacter } from './parsePythonLiteral.ts';

/** Texts in quotes of any kind, what is cut off, what has no value, keys, and trailing commas. */
const TOKENS =
  /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|`(?:[^`\\]|\\[\s\S])*`|\[(?:Object|Array|Function[^\]]*|Getter[^\]]*)\]|\bundefined\b|[A-Za-z_$][\w$]*(?=\s*:)|,(?=\s*[}\]])/g;

/** A value as Node's console prints it; undefined for others. */
export function parseNodeInspectValue(text: string): unknown {
  const json = text.replace(TOKENS, token => {
    if (token === ',') return '';
    if (token === 'undefined') return 'null';
    if (!/^['"`]/.test(token)) return JSON.stringify(token);
    return JSON.stringify(token.slice(1, -1).replace(/\\([\s\S])/g, unescapeCharacter));
  });
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Spans as JavaScript's console exporter prints them: objects whose keys have no quotes, one after the other. */
export const PRINTED_SPANS: TextFormat = {
  name: 'OpenTelemetry console spans (JavaScript)',
  fits: head => /^\{\s*\n\s+(?:resource: \{|traceId: ')/m.test(head),
  open: (sink, file, readerOf) => {
    let begun = 0;
    let lines: string[] = [];
    const take = (): void => {
      const place = { file, line: begun };
      const value = parseNodeInspectValue(lines.join('\n'));
      lines = [];
      if (value === undefined || !CONSOLE_SPANS.fits(value, sink.reading)) {
        sink.skip(place, 'no span as the console exporter prints it');
        return;
      }
      readerOf(CONSOLE_SPANS).take(value, place);
      sink.took(file);
    };
    const cutter = new LineCutter((line, number) => {
      // Between spans may stand whatever else the program prints.
      if (lines.length === 0 && line?.trimEnd() !== '{') return;
      if (lines.length === 0) begun = number;
      lines.push(line ?? '');
      if (line?.trimEnd() === '}') take();
    });
    return {
      write: text => cutter.write(text),
      end: () => {
        cutter.end();
        if (lines.length > 0) take();
      },
    };
  },
};
