import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_MISSIONS } from '../../../../../src/engine/models/governed/inputs/missions.ts';
import { HANDBOOK_FILE, handbook, play } from '../characters/simulated.ts';

const { documents } = handbook;

describe('the handbook', () => {
  it('has at least 64 documents of 60 to 160 words with names and titles of their own', () => {
    expect(documents.length).toBeGreaterThanOrEqual(64);
    for (const { name, text } of documents) {
      const words = text.split(/\s+/).length;
      expect(words, name).toBeGreaterThanOrEqual(60);
      expect(words, name).toBeLessThanOrEqual(160);
      expect(name).toMatch(/^[a-z0-9.-]+\.md$/);
    }
    expect(new Set(documents.map(entry => entry.title)).size).toBe(documents.length);
    expect(new Set(documents.map(entry => entry.text)).size).toBe(documents.length);
  });

  it('is a file of one document a line, sorted by name', () => {
    const lines = readFileSync(HANDBOOK_FILE, 'utf8').trimEnd().split('\n').slice(1, -1);
    expect(lines.map(line => JSON.parse(line.replace(/,$/, '')))).toEqual(documents);
  });

  it('has sentences that fit into a snippet', () => {
    const sentences = documents.flatMap(entry => entry.text.split(/\n|(?<=[.!?])\s/));
    expect(sentences.filter(sentence => sentence.length > 160)).toEqual([]);
  });

  it('says nothing about version 0.9', () => {
    expect(documents.filter(entry => entry.text.includes('0.9'))).toEqual([]);
  });
});

/** Questions, the document that answers each, and its words. */
const ANSWERS: Readonly<Record<string, readonly [document: string, says: string]>> = {
  'Savant-mvp architecture': ['architecture.md', 'the gateway, the queue, the worker, the tool server'],
  'Tool server port': ['ports.md', 'port 7421'],
  'Retrying failed jobs': ['retry-policy.md', 'after 2, 8 and 32 seconds'],
  'Unit of timeouts': ['timeouts.md', 'milliseconds'],
  'Where prompts start': ['prompts.md', 'the prompt builder'],
  'Output parser owner': ['owners.md', 'Amina Diallo'],
  'Full-text index size': ['full-text-index.md', '38 MB'],
  'Licence of documentation': ['licences.md', 'CC BY 4.0'],
  'Redis for the queue': ['adr-02-redis.md', 'a list with leases'],
  'Author of PRD 4': ['prd-4.md', 'Amina Diallo'],
  'Cost per mission': ['cost.md', '1.1 cents'],
};
const searchers = BUILT_IN_MISSIONS.list.filter(mission => mission.character === 'searcher');
const finals = (goal: string): readonly (string | null)[] =>
  Array.from({ length: 60 }, (_, seed) => {
    return play({ goal, character: 'searcher' }, { governed: true, obeys: false, seed }).final;
  });

describe('a searcher of a built-in mission', () => {
  const answerable = searchers.filter(mission => mission.title in ANSWERS);

  it('can answer eleven of fourteen', () => {
    expect(answerable).toHaveLength(11);
    expect(searchers).toHaveLength(14);
  });

  it.each(answerable.map(mission => [mission.goal, ...ANSWERS[mission.title]]))(
    'answers “%s” from %s',
    (goal, name, says) => {
      for (const final of finals(goal)) {
        expect(final).toContain(name);
        expect(final).toContain(says);
      }
    },
  );

  it.each(searchers.filter(mission => !answerable.includes(mission)).map(mission => [mission.goal]))(
    'reports that the answer to “%s” is missing',
    goal => {
      for (const final of finals(goal)) {
        expect(final).toMatch(
          /(do not|not in|did not) .*I searched for “.*; nearest (is|are) [a-z0-9.-]+\.md/,
        );
      }
    },
  );
});
