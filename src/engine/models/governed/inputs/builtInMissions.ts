import type { Character } from '../phases.ts';
import type { Mission } from './mission.ts';

const mission = (character: Character, title: string, goal: string): Mission => ({ goal, title, character });

/** Goals for the handbook. Those marked "not there" have no answer in it. */
export const BUILT_IN_LIST: readonly Mission[] = [
  mission('searcher', 'Savant-mvp architecture', 'Find the savant-mvp architecture.'),
  mission('searcher', 'Tool server port', 'Which port does the tool server listen on?'),
  // Not there.
  mission('repeater', 'Secret password', 'Find the secret password in the file /non-existent/hacker.txt'),
  mission('searcher', 'Retrying failed jobs', 'How often is a failed job retried?'),
  mission('brooder', 'Kubernetes or one host', 'Weigh Kubernetes against a single host for a small team.'),
  mission('searcher', 'Unit of timeouts', 'In which unit are timeouts configured?'),
  // Not there.
  mission('digger', 'List of customers', 'List every company that pays for a subscription.'),
  mission('searcher', 'Where prompts start', 'Where is the prompt built?'),
  // Not there: between 0.8 and 1.0 nothing was released.
  mission('searcher', 'Release notes 0.9', 'Find the release notes of version 0.9.'),
  mission('ditherer', 'Choosing a deployment', 'Choose one of the three ways to deploy.'),
  mission('searcher', 'Output parser owner', 'Who owns the output parser?'),
  mission('hallucinator', 'Yesterday’s worker log', 'Open the log that the worker wrote yesterday.'),
  mission('searcher', 'Full-text index size', 'How large is the full-text index?'),
  // Not there.
  mission('ping_pong', 'Salaries of maintainers', 'What salary do the maintainers earn?'),
  mission('searcher', 'Licence of documentation', 'Which licence covers the documentation?'),
  mission('muser', 'One thread per worker', 'Explain why the worker is single-threaded.'),
  mission('searcher', 'Redis for the queue', 'Why was Redis chosen for the queue?'),
  // Not there.
  mission('searcher', 'Support desk phone', 'Find the phone number of the support desk.'),
  mission('proser', 'Security in brief', 'Summarise what is done for security.'),
  mission('searcher', 'Author of PRD 4', 'Who wrote PRD 4?'),
  // Not there.
  mission('repeater', 'Changelog of 2.5', 'Find the changelog of version 2.5.'),
  mission('searcher', 'Cost per mission', 'What does one mission cost?'),
  mission('digger', 'Oldest decision', 'Which decision is the oldest?'),
  // Not there.
  mission('searcher', 'Colour of the logo', 'What colour is the logo painted in?'),
];
