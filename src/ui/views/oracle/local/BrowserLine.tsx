import type { LocalKind } from '../../../../engine/oracle/oracleSetup.ts';
import type { BrowserFacts } from '../../../../workers/protocol/api.ts';
import { formatByteSize } from '../../../words/sizes.ts';
import styles from './LocalForm.module.css';

/** The browser's means of running a model. */
export function BrowserLine({ facts, kind }: { facts: BrowserFacts; kind: LocalKind }) {
  const { webgpu, shaderF16, largestBuffer, keepsFiles, free } = facts;
  const gpu: readonly (readonly [string, string])[] =
    webgpu === 'ready'
      ? [
          ['WebGPU', 'in a worker'],
          shaderF16 ? ['shader-f16', 'q4f16 models run'] : ['no shader-f16', 'q4f16 models do not run'],
          [formatByteSize(largestBuffer), 'largest buffer'],
        ]
      : [[webgpu === 'none' ? 'no WebGPU' : 'no adapter', 'in this browser']];
  const processor = [['llama.cpp', 'in WebAssembly, one thread']] as const;
  const keeping: typeof gpu =
    kind === 'webllm' || keepsFiles
      ? []
      : [['not kept', 'a file of yours is to be chosen again after a reload']];
  const room = free === null ? [] : ([[formatByteSize(free), 'free for the cache']] as const);
  return (
    <dl className={styles.facts}>
      {[...(kind === 'webllm' ? gpu : processor), ...keeping, ...room].map(([fact, about]) => (
        <div key={about}>
          <dt>{fact}</dt>
          <dd>{about}</dd>
        </div>
      ))}
    </dl>
  );
}
