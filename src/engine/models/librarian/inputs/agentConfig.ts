import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { InputError } from '../../../core/errors.ts';
import { quoteUserValue } from '../../../core/quoteUserValue.ts';
import type { ParameterValue, ParameterValues } from '../../../parameters/parameterDefinition.ts';
import { LIBRARIAN_PARAMETERS } from '../librarianParameters.ts';
import { type ActionType, LIBRARIAN_ACTIONS, type LibrarianStateName } from '../librarianTerms.ts';

/** States that have a prompt of their own. */
const PROMPTED = ['thinking', 'executing', 'paging'] as const;
type Prompted = (typeof PROMPTED)[number];

/** The texts of a config.json; its numbers become parameters. */
export interface AgentConfig {
  readonly role: string;
  readonly instructions: string;
  readonly states: Readonly<Record<Prompted, string>>;
  /** Available actions, with the purpose of each. */
  readonly actions: Readonly<Partial<Record<ActionType, string>>>;
  /** Further prompt texts, by state; those of `base` appear in all. */
  readonly more: readonly { readonly state: LibrarianStateName | 'base'; readonly text: string }[];
  /** Prefix of the thinking log's keys in a memory.json. */
  readonly keyPrefix: string;
}

/** The default configuration without a config.json. */
export const DEFAULT_CONFIG: AgentConfig = {
  role: 'An AI state machine that utilizes a finite working memory to output both next_state and thinking_log, while managing infinite storage. You are the ultimate librarian-like system that manages information intelligently.',
  instructions:
    "Always respond with valid XML containing an 'agent' tag. In thinking state, provide 'next_state' and 'thinking_log'. In executing state, provide 'action' with 'type', 'tags', and optionally 'value'.",
  states: {
    thinking:
      'Build reasoning chains and accumulate thinking_log entries. Analyze information and decide next actions.',
    executing:
      'Perform concrete actions: working_memory_add, working_memory_remove, storage_load, storage_save',
    paging:
      'Working memory has grown too large: say which of its entries go to storage. Nothing is lost by it.',
  },
  actions: {
    working_memory_add: 'Add new information to working memory with tags and value',
    working_memory_remove: 'Remove information from working memory using tags',
    storage_load: 'Load information from persistent storage to working memory using tags',
    storage_save: 'Save information from working memory to persistent storage using tags and value',
  },
  more: [],
  keyPrefix: 'thinking_log_',
};

interface ReadConfig {
  readonly config: AgentConfig;
  /** Values of the parameters that it sets. */
  readonly parameters: ParameterValues;
  readonly notes: readonly string[];
}

type ConfigFields = Readonly<Record<string, unknown>>;
type Writable = { -readonly [Name in keyof AgentConfig]: AgentConfig[Name] };

const CONFIG_LIMITS = { paging_limit: 'paging', hard_limit: 'hard' } as const;
const SECTIONS = ['thinking_log', 'paging_limit', 'hard_limit', 'iterate'] as const;
const CONFIG_TEXTS = ['role', 'instructions', 'state_description', 'available_actions'] as const;
const MAX_PROMPT_LENGTH = 20_000;

/**
 * Reads a config.json: the whole of it, or any part of it. The sections are at its root or under `agent`,
 * prompts under `agent.state.<state>.prompt`.
 * @throws InputError that names the file, the place and the value.
 */
export function readAgentConfig(file: string, json: unknown): ReadConfig {
  return new ConfigReader(file).read(json);
}

class ConfigReader {
  readonly #file: string;
  readonly #config: Writable = { ...DEFAULT_CONFIG };
  readonly #parameters: Record<string, ParameterValue> = {};
  readonly #notes: string[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  read(json: unknown): ReadConfig {
    const root = this.#object('', json);
    this.#level('', root);
    const { agent } = root;
    if (agent !== undefined) this.#level('agent', this.#object('agent', agent));
    return { config: this.#config, parameters: this.#parameters, notes: this.#notes };
  }

  /** The root object, or the one under `agent`. */
  #level(place: string, fields: ConfigFields): void {
    const words: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(fields)) {
      const where = place === '' ? key : `${place}.${key}`;
      if (key === 'agent' && place === '') continue;
      if (CONFIG_TEXTS.some(word => word === key)) words[key] = value;
      else if (SECTIONS.some(section => section === key))
        this.#section(where, key, this.#object(where, value));
      else if (key === 'state') this.#states(where, this.#object(where, value));
      else this.#notes.push(`${this.#file}: ${quoteUserValue(where)} is not used`);
    }
    this.#prompt(place, 'base', words);
  }

  #states(place: string, states: ConfigFields): void {
    for (const [state, value] of Object.entries(states)) {
      const where = `${place}.${state}`;
      if (state !== 'base' && !isPromptedState(state))
        throw this.#error(where, `not a state; available: base, ${PROMPTED.join(', ')}`);
      const { prompt, ...rest } = this.#object(where, value);
      this.#noOther(where, rest, ['prompt']);
      if (typeof prompt === 'string') this.#text(`${where}.prompt`, state, prompt);
      else if (prompt !== undefined)
        this.#prompt(`${where}.prompt`, state, this.#object(`${where}.prompt`, prompt));
    }
  }

  #prompt(place: string, state: 'base' | Prompted, fields: ConfigFields): void {
    for (const [key, value] of Object.entries(fields)) {
      const where = place === '' ? key : `${place}.${key}`;
      if (key === 'available_actions') this.#actions(where, this.#object(where, value));
      else if (key === 'state_description' && typeof value !== 'string')
        this.#descriptions(where, this.#object(where, value));
      else if (key === 'role') this.#config.role = this.#words(where, value);
      else if (key === 'instructions') this.#config.instructions = this.#words(where, value);
      else if (key === 'state_description' && state !== 'base')
        this.#describe(state, this.#words(where, value));
      else this.#text(where, state, this.#words(where, value));
    }
  }

  #descriptions(place: string, fields: ConfigFields): void {
    for (const [state, value] of Object.entries(fields)) {
      const where = `${place}.${state}`;
      if (!isPromptedState(state)) throw this.#error(where, `not a state; available: ${PROMPTED.join(', ')}`);
      this.#describe(state, this.#words(where, value));
    }
  }

  #describe(state: Prompted, text: string): void {
    this.#config.states = { ...this.#config.states, [state]: text };
  }

  /** Reads the actions; those that are not named are unavailable. */
  #actions(place: string, fields: ConfigFields): void {
    const actions: Partial<Record<ActionType, string>> = {};
    for (const [type, value] of Object.entries(fields)) {
      const known = LIBRARIAN_ACTIONS.find(action => action === type);
      if (known === undefined)
        throw this.#error(`${place}.${type}`, `not an action; available: ${LIBRARIAN_ACTIONS.join(', ')}`);
      actions[known] = this.#words(`${place}.${type}`, value);
    }
    if (Object.keys(actions).length === 0) throw this.#error(place, 'empty; an agent needs an action');
    this.#config.actions = actions;
  }

  #text(place: string, state: 'base' | Prompted, text: string): void {
    const name = place.split('.').at(-1)!;
    const line = name === 'prompt' ? text : `${name}: ${text}`;
    this.#config.more = [...this.#config.more, { state, text: line }];
  }

  #section(place: string, name: string, fields: ConfigFields): void {
    const { enable, ...rest } = fields;
    if (name === 'thinking_log') {
      const { max_entries, key_prefix, ...other } = rest;
      this.#noOther(place, other, ['enable', 'max_entries', 'key_prefix']);
      this.#switch(`${place}.enable`, 'thinking_log', enable);
      this.#number(`${place}.max_entries`, 'log_entries', max_entries);
      if (key_prefix !== undefined) this.#config.keyPrefix = this.#prefix(`${place}.key_prefix`, key_prefix);
      return;
    }
    const key = name === 'iterate' ? 'max_iterations' : 'max_tokens';
    const { [key]: most, ...other } = rest;
    this.#noOther(place, other, ['enable', key]);
    this.#switch(
      `${place}.enable`,
      name === 'iterate' ? name : CONFIG_LIMITS[name as keyof typeof CONFIG_LIMITS],
      enable,
    );
    this.#number(`${place}.${key}`, name === 'iterate' ? key : name, most);
  }

  #switch(place: string, parameter: string, value: unknown): void {
    if (value === undefined) return;
    if (typeof value !== 'boolean') throw this.#error(place, 'must be true or false', value);
    this.#parameters[parameter] = value;
  }

  #number(place: string, parameter: string, value: unknown): void {
    if (value === undefined) return;
    const { min, max } = LIBRARIAN_PARAMETERS.find(({ name }) => name === parameter)!;
    if (!(typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max))
      throw this.#error(place, `must be a whole number from ${min} to ${max}`, value);
    this.#parameters[parameter] = value;
  }

  /** Checks a prefix that must set the log's keys apart from the other fields of a memory.json. */
  #prefix(place: string, value: unknown): string {
    if (typeof value !== 'string' || !/^[\w.-]{1,60}$/.test(value) || /^\d+$/.test(value))
      throw this.#error(place, 'must be 1 to 60 letters, digits, underscores, dots or hyphens', value);
    return value;
  }

  #words(place: string, value: unknown): string {
    if (typeof value !== 'string') throw this.#error(place, 'must be text', value);
    const text = value.trim();
    if (text.length > MAX_PROMPT_LENGTH)
      throw this.#error(place, `has ${text.length} characters; at most ${MAX_PROMPT_LENGTH} are read`);
    return text;
  }

  #object(place: string, value: unknown): ConfigFields {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as ConfigFields;
    throw place === ''
      ? new InputError(`${this.#file} is not a configuration: expected an object like that of config.json`)
      : this.#error(place, 'must be an object', value);
  }

  #noOther(place: string, rest: ConfigFields, known: readonly string[]): void {
    const [other] = Object.keys(rest);
    if (other !== undefined)
      throw this.#error(`${place}.${other}`, `unknown; available: ${known.join(', ')}`);
  }

  #error(place: string, what: string, value?: unknown): InputError {
    const given = value === undefined ? '' : `, not ${cleanTextLine(JSON.stringify(value), 60)}`;
    return new InputError(
      `${this.#file}: ${place} ${/^(must|has)/.test(what) ? what : `is ${what}`}${given}`,
    );
  }
}

const isPromptedState = (state: string): state is Prompted => PROMPTED.some(known => known === state);
