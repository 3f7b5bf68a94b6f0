import { expect, it } from 'vitest';
import { replaceXmlControls } from '../../../src/ui/lib/replaceXmlControls.ts';

it('replaces what XML cannot hold, and nothing else', () => {
  expect(replaceXmlControls('x\u0001y\uffff\u000bz')).toBe('x\ufffdy\ufffd\ufffdz');
  const text = 'a\tb\nc\r <&> é \u{1f600} \u007f';
  expect(replaceXmlControls(text)).toBe(text);
  const svg = replaceXmlControls('<svg xmlns="http://www.w3.org/2000/svg"><text>x\u0001y</text></svg>');
  expect(new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')).toBeNull();
});
