import type { Character } from '../phases.ts';
import type { Expected, Mission } from './mission.ts';

const mission = (character: Character, title: string, goal: string, expected: Expected): Mission => ({
  goal,
  title,
  character,
  expected,
});

const says = (...answers: readonly string[]): Expected => ({ answers, sources: [] });
const NOT_THERE: Expected = says();

/** Goals for the handbook, each with what a right answer says or names; eight have none in it. */
export const BUILT_IN_LIST: readonly Mission[] = [
  mission('searcher', 'Savant-mvp architecture', 'Find the savant-mvp architecture.', {
    answers: ['the gateway, the queue, the worker', 'gateway, queue, worker'],
    sources: ['architecture.md'],
  }),
  mission('searcher', 'Tool server port', 'Which port does the tool server listen on?', says('7421')),
  mission(
    'repeater',
    'Secret password',
    'Find the secret password in the file /non-existent/hacker.txt',
    NOT_THERE,
  ),
  mission(
    'searcher',
    'Retrying failed jobs',
    'How often is a failed job retried?',
    says('three times', '3 times', '2, 8 and 32 seconds'),
  ),
  mission('brooder', 'Kubernetes or one host', 'Weigh Kubernetes against a single host for a small team.', {
    answers: ['ten workers', 'Compose is meant'],
    sources: ['deployment.md'],
  }),
  mission(
    'searcher',
    'Unit of timeouts',
    'In which unit are timeouts configured?',
    says('milliseconds', 'ms'),
  ),
  mission('digger', 'List of customers', 'List every company that pays for a subscription.', NOT_THERE),
  mission('searcher', 'Where prompts start', 'Where is the prompt built?', says('prompt builder')),
  // Between 0.8 and 1.0 nothing was released.
  mission('searcher', 'Release notes 0.9', 'Find the release notes of version 0.9.', NOT_THERE),
  mission(
    'ditherer',
    'Choosing a deployment',
    'Choose one of the three ways to deploy.',
    says('Compose', 'single host', 'Kubernetes', 'systemd'),
  ),
  mission('searcher', 'Output parser owner', 'Who owns the output parser?', says('Amina Diallo')),
  mission(
    'hallucinator',
    'Yesterday’s worker log',
    'Open the log that the worker wrote yesterday.',
    NOT_THERE,
  ),
  mission('searcher', 'Full-text index size', 'How large is the full-text index?', says('38 MB')),
  mission('ping_pong', 'Salaries of maintainers', 'What salary do the maintainers earn?', NOT_THERE),
  mission(
    'searcher',
    'Licence of documentation',
    'Which licence covers the documentation?',
    says('CC BY 4.0', 'CC-BY 4.0', 'Creative Commons Attribution'),
  ),
  mission(
    'muser',
    'One thread per worker',
    'Explain why the worker is single-threaded.',
    says('waiting for the model', 'waits for the model', 'log hard to read'),
  ),
  mission(
    'searcher',
    'Redis for the queue',
    'Why was Redis chosen for the queue?',
    says('list with leases', 'most teams run Redis'),
  ),
  mission('searcher', 'Support desk phone', 'Find the phone number of the support desk.', NOT_THERE),
  mission('proser', 'Security in brief', 'Summarise what is done for security.', {
    answers: ['checks its arguments', 'treated as data'],
    sources: ['security.md'],
  }),
  mission('searcher', 'Author of PRD 4', 'Who wrote PRD 4?', says('Amina Diallo')),
  mission('repeater', 'Changelog of 2.5', 'Find the changelog of version 2.5.', NOT_THERE),
  mission('searcher', 'Cost per mission', 'What does one mission cost?', says('1.1 cents')),
  mission('digger', 'Oldest decision', 'Which decision is the oldest?', {
    answers: ['Ruby', 'Decision 1'],
    sources: ['adr-01-ruby.md'],
  }),
  mission('searcher', 'Colour of the logo', 'What colour is the logo painted in?', NOT_THERE),
];
