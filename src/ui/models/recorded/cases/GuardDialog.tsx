import { useState } from 'react';
import { writeRulePolicy } from '../../../../engine/models/recorded/findings/writeRulePolicy.ts';
import { selectSavingsInterval } from '../../../../engine/models/recorded/governance/selectSavingsInterval.ts';
import type { RuleReport } from '../../../../engine/models/recorded/reports/governanceReport.ts';
import { findEvidenceGap } from '../../../../engine/rules/findEvidenceGap.ts';
import { Dialog } from '../../../controls/Dialog.tsx';
import { downloadFile } from '../../../controls/downloadFile.ts';
import { Modes } from '../../../controls/Modes.tsx';
import { Scrolling } from '../../../controls/Scrolling.tsx';
import { usePage, usePageStore } from '../../../hooks/hooks.ts';
import { formatNounCount } from '../../../lib/formatCounts.ts';
import inspector from '../../../views/inspector/InspectorParts.module.css';
import styles from '../Recorded.module.css';
import { getRecordedPart } from '../recordedPart.ts';
import { describeRuleReport } from './ruleWords.ts';

/** Sessions in which the guard acts. */
type Act = 'shadow' | 'half' | 'all';

const ACTS: Readonly<Record<Act, { readonly share: number; readonly words: string }>> = {
  shadow: { share: 0, words: 'Shadow stops nothing, and notes what it would have done.' },
  half: { share: 0.5, words: 'Half of the sessions, drawn by their ids, so that the effect is measured.' },
  all: { share: 1, words: 'Every session; the effect is no longer measured.' },
};
const POLICY_FILE = 'policy.json';

/** The selected rule as a policy for real agents, with the lines that put it there. */
export function GuardDialog({ rule, onClose }: { readonly rule: RuleReport; readonly onClose: () => void }) {
  const store = usePageStore();
  const [act, setAct] = useState<Act>('shadow');
  const [agent, setAgent] = useState<GuardedAgent>('hooks');
  const mapping = usePage(state => getRecordedPart(state).reading?.mappingText ?? null);
  const file = usePage(({ run }) => run?.info.config.inputInfo.traces?.name ?? '');
  const rules = usePage(state => getRecordedPart(state).rules);
  const savings = selectSavingsInterval(rule, rules);
  const policy = writeRulePolicy(rule, { act: ACTS[act].share, mapping, file, savings });
  const lines = writeGuardLines(agent);
  const copy = async (text: string, what: string) => {
    const { notify } = store.getState();
    try {
      await navigator.clipboard.writeText(text);
      notify('note', `${what} copied.`);
    } catch {
      notify('note', 'The clipboard is not available: select the text and copy it.');
    }
  };
  return (
    <Dialog title="Use this rule in your agents" wide onClose={onClose}>
      {describeRuleReport(rule, savings)
        .slice(0, 2)
        .map(words => (
          <p key={words} className={styles.said}>
            {words}
          </p>
        ))}
      <div className={styles.act}>
        <h3>Act in</h3>
        <Modes<Act>
          modes={[
            ['shadow', 'no session: shadow'],
            ['half', 'half'],
            ['all', 'all'],
          ]}
          chosen={act}
          onChoose={setAct}
        />
      </div>
      <p className={styles.said}>
        {ACTS[act].words}
        {describeWeakness(rule)}
      </p>
      <div className={styles.guard}>
        <section aria-label="Policy">
          <div className={inspector.key}>
            <h3>Policy</h3>
            <button
              type="button"
              className={inspector.link}
              onClick={() => void copy(policy, 'The policy has been')}
            >
              Copy policy
            </button>
          </div>
          <Scrolling>{policy}</Scrolling>
        </section>
        <section aria-label="Agent">
          <Modes<GuardedAgent> modes={GUARDED_AGENTS} chosen={agent} onChoose={setAgent} />
          <Scrolling className={styles.lines}>{lines}</Scrolling>
          <button
            type="button"
            className={inspector.link}
            onClick={() => void copy(lines, 'The lines have been')}
          >
            Copy lines
          </button>
          <h3 className={styles.what}>What it does</h3>
          <p className={styles.said}>
            The first time that the rule holds it advises: the model reads why, and goes on. Ignored once, it
            stops the session with a summary. The figures above are of a stop at once, without advice. An
            error inside the guard allows the call, and is noted.
          </p>
          <h3 className={styles.what}>When to look again</h3>
          <p className={styles.said}>
            <code>npm run cli -- guard report</code> compares success, calls and tokens with and without it,
            and says whether there are enough sessions.
          </p>
        </section>
      </div>
      <div className={styles.ends}>
        <span className={`label ${styles.note}`}>Written here, sent nowhere.</span>
        <button
          type="button"
          className={styles.use}
          onClick={() => downloadFile(POLICY_FILE, [policy], 'application/json')}
        >
          Download {POLICY_FILE}
        </button>
      </div>
    </Dialog>
  );
}

/** A sentence for a rule whose evidence is too thin to act on; empty otherwise. */
function describeWeakness({ outcomes }: RuleReport): string {
  const { stoppedFailed } = outcomes;
  switch (findEvidenceGap(outcomes)) {
    case 'outcomes':
      return ' No case says how it ended, so begin in shadow.';
    case 'successes':
      return ' No case succeeded, so nobody knows what a stop would cost: begin in shadow.';
    case 'stops':
      return ` ${formatNounCount(stoppedFailed, 'stopped case')} ${stoppedFailed === 1 ? 'is' : 'are'} thin evidence: begin in shadow.`;
    case null:
      return '';
  }
}

/** Kinds of agents that a guard can be put into, each with its name. */
const GUARDED_AGENTS = [
  ['hooks', 'Coding agents'],
  ['langchain', 'LangGraph'],
  ['ai', 'AI SDK'],
  ['openai', 'OpenAI Agents'],
  ['proxy', 'Proxy'],
] as const;
/** One of `GUARDED_AGENTS`. */
type GuardedAgent = (typeof GUARDED_AGENTS)[number][0];

const CREATE = 'const guard = createGuard(policy, sessionId); // policy: the JSON of policy.json\n';

/** Lines that put a guard into an agent. */
function writeGuardLines(agent: GuardedAgent): string {
  const lines: Readonly<Record<GuardedAgent, string>> = {
    hooks: `# Claude Code, Codex, Gemini CLI, Qwen Code, Copilot CLI, opencode:
# writes the hook's program and the settings of each; the file is where the browser saved it
npm run cli -- guard init --policy ~/Downloads/policy.json`,
    langchain: `import * as langchain from 'langchain';
import { createGuard, guardLangChain } from 'statescope/guard';

${CREATE}const agent = langchain.createAgent({
  model,
  tools,
  middleware: [guardLangChain(guard, langchain)],
});`,
    ai: `import { generateText, isStepCount } from 'ai';
import { createGuard, guardAiSdk } from 'statescope/guard';

${CREATE}const { tools, prepareStep, hasStopped } = guardAiSdk(guard, yourTools);
await generateText({
  model,
  prompt,
  tools,
  prepareStep,
  stopWhen: [isStepCount(50), hasStopped],
});`,
    openai: `import { Agent, run } from '@openai/agents';
import { createGuard, guardOpenAiAgents } from 'statescope/guard';

${CREATE}const { tools, toolUseBehavior, callModelInputFilter } =
  guardOpenAiAgents(guard, yourTools);
const agent = new Agent({ name, instructions, tools, toolUseBehavior });
await run(agent, input, { callModelInputFilter });`,
    proxy: `npm run cli -- guard proxy policy.json --upstream https://api.openai.com

# and the agent asks the proxy instead of the model's server:
export OPENAI_BASE_URL=http://localhost:8787/v1
export ANTHROPIC_BASE_URL=http://localhost:8787   # with Anthropic's server as upstream`,
  };
  return lines[agent];
}
