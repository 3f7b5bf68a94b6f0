import { describe, expect, it } from 'vitest';
import { detectFileKind } from '../../../src/engine/files/detectFileKind.ts';

const bytesOf = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0));
const kind = (name: string, text: string) => {
  const { form, words } = detectFileKind(name, bytesOf(text));
  return ['none', 'trace', 'packed'].includes(form) ? words : form;
};

describe('a file', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n', 'a PNG image'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'a JPEG image'],
    ['GIF89a', 'a GIF image'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'a WebP image'],
    ['\0\0\0\x18ftypheic', 'an image'],
    ['\0\0\0\x20ftypisom', 'a film'],
    ['%PDF-1.7\n', 'a PDF'],
    ['PK\x03\x04\x14\0\x06\0 xl/workbook.xml', 'a spreadsheet (save the sheet as CSV)'],
    ['PK\x03\x04\x14\0\x06\0 word/document.xml', 'a Word or Writer document'],
    ['PK\x03\x04\x14\0\x06\0 Project_xml', 'a Gephi project (in Gephi, export the graph as GEXF)'],
    ['PK\x03\x04\x14\0\x06\0 CytoscapeSession-1/', 'a Cytoscape session (export the network as CyJS)'],
    ['PK\x03\x04\x14\0\x06\0 notes.txt', 'a zip archive (unpack it first)'],
    ['\x1f\x8b\x08', 'a file compressed with gzip (unpack it first)'],
    ['\xd0\xcf\x11\xe0', 'an older Office file (in Excel, save the sheet as CSV)'],
    ['SQLite format 3\0', 'a database (SQLite)'],
    ['a\0b', 'not text'],
    ['\x0a\x02\x01\x08\x12\x05\x1a\x03', 'not text'],
    ['PAR1\x15\0', 'a data file (Parquet; save it as CSV or JSON lines)'],
    ['\xd4\xc3\xb2\xa1\x02\0', 'a network capture (pcap), which has no steps of an agent'],
    ['\x0a\x0d\x0d\x0a\x1c\0\0\0', 'a network capture (pcap), which has no steps of an agent'],
    ['<!DOCTYPE html><html></html>', 'a web page (HTML)'],
    [
      '<?xml version="1.0"?>\n<pnml><net/></pnml>',
      'a Petri net (PNML; save the log that it was made of instead)',
    ],
    ['@startuml\n[*] --> a', 'a diagram of PlantUML (of Mermaid, a state diagram is read)'],
    ['%% lamp\nstateDiagram-v2\n[*] --> a', 'chart'],
    ['<testsuites tests="1"/>', 'a JUnit test report, which has no steps of an agent'],
    ['<?xml version="1.0"?>\n<log><object-types/></log>', 'an event log (OCEL)'],
    ['{"ocel:events": {}}', 'a trace of a program or an agent'],
    ['{"traceEvents": [{"ph": "X"}]}', 'a Chrome performance trace, which has no steps of an agent'],
    [
      '{"log": {"version": "1.2", "creator": {}, "entries": []}}',
      'a recording of web requests (HAR; save the traces of the agent instead)',
    ],
    [
      '{"nodes": [{"callFrame": {}}], "timeDeltas": [1]}',
      'a profile of a program (it shows where time was spent, not what agents did)',
    ],
    [
      '[{"id": "a", "dataset_id": "d", "inputs": {}, "outputs": {}}]',
      'examples of a dataset (LangSmith; save the runs of a project instead)',
    ],
    ['<?xml version="1.0"?>\n<svg xmlns="x"/>', 'an image (SVG)'],
    ['{"resourceSpans": []}', 'a trace of a program or an agent'],
    ['[{"role": "user", "content": "Hi"}]', 'conversations of a language model'],
    ['<?xml version="1.0"?>\n<log xes.version="1.0"/>', 'an event log (XES)'],
    [
      '{"nodes": [{"id": "__start__"}], "edges": []}',
      'the graph of an agent program (LangGraph), whose nodes are steps and no accounts',
    ],
    ['{"a": 1}\n{"a": 2}\n', 'JSON, one value a line'],
    [
      '{"format": "statescope-guard", "version": 1}',
      'the policy of a guard (give it to guard init --policy)',
    ],
    [
      '{"head": {"format":"statescope-checkpoint"}}',
      'a run saved by the command line (continue it with --resume)',
    ],
  ])('is recognised by its content, whatever its name: %j', (text, words) => {
    for (const name of ['x', 'x.csv', 'x.txt', 'x.json', 'x.gguf']) expect(kind(name, text)).toBe(words);
  });

  it.each([
    ['GGUF\x03\0\0\0', 'model'],
    ['{"format": "statescope-run"}', 'run'],
    ['{"goal": "Find it."}', 'json'],
    ['<?xml version="1.0"?>\n<gexf version="1.3"/>', 'network'],
    ['<?xml version="1.0"?>\n<graphml/>', 'network'],
    ['{"nodes": [], "links": []}', 'network'],
    ['{"id":"light","initial":"green","states":{"green":{"on":{"NEXT":"red"}},"red":{}}}', 'chart'],
    ['{"directed": false, "multigraph": false, "graph": {}}', 'network'],
    ['{"elements": [{"data": {"id": "a"}}]}', 'network'],
    ['[{"group": "nodes", "data": {}}]', 'network'],
    [' \n\t\n', 'empty'],
    ['', 'empty'],
  ])('that can be read has its form, whatever its name: %j', (text, form) => {
    for (const name of ['x', 'x.csv', 'x.txt']) expect(kind(name, text)).toBe(form);
  });

  it.each([
    ['trace', '{"resourceSpans": []}'],
    ['trace', '{"a": 1}\n{"a": 2}\n'],
    ['trace', '<log xes.version="1.0"/>'],
    ['trace', '\x0a\x85\x01\x0a\x10\x0a\x0e'],
    ['packed', '\x1f\x8b\x08'],
    ['packed', 'PK\x03\x04\x14\0\x06\0 runs.jsonl'],
    ['none', 'PK\x03\x04\x14\0\x06\0 word/document.xml'],
  ])('with agents’ traces, or what may hold them, is %s: %j', (form, text) => {
    expect(detectFileKind('x', bytesOf(text)).form).toBe(form);
  });

  it.each([
    ['refs.md', '[1] Smith, J. wrote\n'],
    ['home.md', '[[Home]] is where'],
    ['log.txt', '[2024-01-01] meeting\n'],
    ['note.md', '{"a": what it says'],
    ['gephi.md', 'It reads <gexf> and <graphml>.'],
    ['plot.txt', '<head of the department> speaks'],
    ['trace.jsonl', 'the log of today\n{"a": 1}\n'],
  ])('is a text that only begins like something else: %s, %j', (name, text) => {
    expect(kind(name, text)).toBe('text');
  });

  it('that begins with more white space than is examined is recognised by its name', () => {
    expect(detectFileKind('a.json', bytesOf(' '.repeat(20_000))).form).toBe('json');
    expect(detectFileKind('a.json', bytesOf(' '), 20_000).form).toBe('json');
  });

  it.each([
    ['a.csv', 'anna,ben\n', 'table'],
    ['a.csv', '\ufeff"Case ID";Activity;Time\n1;find;5\n', 'an event log (CSV)'],
    ['a.tsv', 'run_id\ttool\n', 'an event log (CSV)'],
    ['a.csv', 'source,target,time\n', 'table'],
    ['a.csv', 'case,weight\n', 'table'],
    ['a.md', '---\ntitle: x\n---\n<p>Hello</p>', 'text'],
    ['a.txt', 'to:\n  do', 'text'],
    ['a', 'anna ben\nben cid\n', 'text'],
    ['a', '# mine\nworkflow:\n  steps: []\n', 'yaml'],
    ['a.yml', '- x', 'yaml'],
    ['a.yaml', '{"workflow": {}}', 'yaml'],
    ['MZ.csv', 'MZ,ben\nOTTO,anna\n', 'table'],
    ['a.json', 'not quite', 'json'],
  ])('of text is recognised by its name where its content is ambiguous: %s, %j', (name, text, form) => {
    expect(kind(name, text)).toBe(form);
  });
});
