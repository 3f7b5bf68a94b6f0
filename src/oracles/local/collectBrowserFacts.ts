import { canStoreModelFiles } from './canStoreModelFiles.ts';
import type { BrowserFacts } from './localModelContract.ts';

/** The part of WebGPU's adapter that is used; its types are not in the DOM library. */
interface Adapter {
  readonly features: { has(name: string): boolean };
  readonly limits: { readonly maxStorageBufferBindingSize: number };
}
interface Gpu {
  requestAdapter(options?: { powerPreference: string }): Promise<Adapter | null>;
}

/** Facts about this browser that matter to a model. Nothing is fetched. */
export async function collectBrowserFacts(): Promise<BrowserFacts> {
  const { gpu } = navigator as Navigator & { readonly gpu?: Gpu };
  const adapter =
    (await gpu?.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null)) ?? null;
  const estimate = await navigator.storage?.estimate().catch(() => null);
  return {
    webgpu: gpu === undefined ? 'none' : adapter === null ? 'no adapter' : 'ready',
    shaderF16: adapter?.features.has('shader-f16') ?? false,
    largestBuffer: adapter?.limits.maxStorageBufferBindingSize ?? 0,
    keepsFiles: await canStoreModelFiles(),
    free: estimate?.quota === undefined ? null : estimate.quota - (estimate.usage ?? 0),
    used: estimate?.usage ?? null,
  };
}
