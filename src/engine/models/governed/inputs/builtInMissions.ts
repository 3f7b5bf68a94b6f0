import type { Character } from '../phases.ts';
import type { Expected, Mission } from './mission.ts';

const createBuiltInMission = (
  character: Character,
  title: string,
  goal: string,
  expected: Expected,
): Mission => ({
  goal,
  title,
  character,
  expected,
});

const expectAnswers = (...answers: readonly string[]): Expected => ({ answers, sources: [] });
const NOT_THERE: Expected = expectAnswers();

/** Goals for the handbook, each with what a right answer says or names; eight have none in it. */
export const BUILT_IN_LIST: readonly Mission[] = [
  createBuiltInMission('searcher', 'Savant-mvp architecture', 'Find the savant-mvp architecture.', {
    answers: ['the gateway, the queue, the worker', 'gateway, queue, worker'],
    sources: ['architecture.md'],
  }),
  createBuiltInMission(
    'searcher',
    'Tool server port',
    'Which port does the tool server listen on?',
    expectAnswers('7421'),
  ),
  createBuiltInMission(
    'repeater',
    'Secret password',
    'Find the secret password in the file /non-existent/hacker.txt',
    NOT_THERE,
  ),
  createBuiltInMission(
    'searcher',
    'Retrying failed jobs',
    'How often is a failed job retried?',
    expectAnswers('three times', '3 times', '2, 8 and 32 seconds'),
  ),
  createBuiltInMission(
    'brooder',
    'Kubernetes or one host',
    'Weigh Kubernetes against a single host for a small team.',
    {
      answers: ['ten workers', 'Compose is meant'],
      sources: ['deployment.md'],
    },
  ),
  createBuiltInMission(
    'searcher',
    'Unit of timeouts',
    'In which unit are timeouts configured?',
    expectAnswers('milliseconds', 'ms'),
  ),
  createBuiltInMission(
    'digger',
    'List of customers',
    'List every company that pays for a subscription.',
    NOT_THERE,
  ),
  createBuiltInMission(
    'searcher',
    'Where prompts start',
    'Where is the prompt built?',
    expectAnswers('prompt builder'),
  ),
  // Between 0.8 and 1.0 nothing was released.
  createBuiltInMission('searcher', 'Release notes 0.9', 'Find the release notes of version 0.9.', NOT_THERE),
  createBuiltInMission(
    'ditherer',
    'Choosing a deployment',
    'Choose one of the three ways to deploy.',
    expectAnswers('Compose', 'single host', 'Kubernetes', 'systemd'),
  ),
  createBuiltInMission(
    'searcher',
    'Output parser owner',
    'Who owns the output parser?',
    expectAnswers('Amina Diallo'),
  ),
  createBuiltInMission(
    'hallucinator',
    'Yesterday’s worker log',
    'Open the log that the worker wrote yesterday.',
    NOT_THERE,
  ),
  createBuiltInMission(
    'searcher',
    'Full-text index size',
    'How large is the full-text index?',
    expectAnswers('38 MB'),
  ),
  createBuiltInMission(
    'ping_pong',
    'Salaries of maintainers',
    'What salary do the maintainers earn?',
    NOT_THERE,
  ),
  createBuiltInMission(
    'searcher',
    'Licence of documentation',
    'Which licence covers the documentation?',
    expectAnswers('CC BY 4.0', 'CC-BY 4.0', 'Creative Commons Attribution'),
  ),
  createBuiltInMission(
    'muser',
    'One thread per worker',
    'Explain why the worker is single-threaded.',
    expectAnswers('waiting for the model', 'waits for the model', 'log hard to read'),
  ),
  createBuiltInMission(
    'searcher',
    'Redis for the queue',
    'Why was Redis chosen for the queue?',
    expectAnswers('list with leases', 'most teams run Redis'),
  ),
  createBuiltInMission(
    'searcher',
    'Support desk phone',
    'Find the phone number of the support desk.',
    NOT_THERE,
  ),
  createBuiltInMission('proser', 'Security in brief', 'Summarise what is done for security.', {
    answers: ['checks its arguments', 'treated as data'],
    sources: ['security.md'],
  }),
  createBuiltInMission('searcher', 'Author of PRD 4', 'Who wrote PRD 4?', expectAnswers('Amina Diallo')),
  createBuiltInMission('repeater', 'Changelog of 2.5', 'Find the changelog of version 2.5.', NOT_THERE),
  createBuiltInMission(
    'searcher',
    'Cost per mission',
    'What does one mission cost?',
    expectAnswers('1.1 cents'),
  ),
  createBuiltInMission('digger', 'Oldest decision', 'Which decision is the oldest?', {
    answers: ['Ruby', 'Decision 1'],
    sources: ['adr-01-ruby.md'],
  }),
  createBuiltInMission('searcher', 'Colour of the logo', 'What colour is the logo painted in?', NOT_THERE),
];
