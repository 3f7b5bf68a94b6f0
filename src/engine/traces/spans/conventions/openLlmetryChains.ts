import { addSpanAttributes, type SpanConvention } from './convention.ts';

/** LangChain by OpenLLMetry (0.27): its chats have no calls, and the chains around them their inputs. */
export const OPEN_LLMETRY_CHAINS: SpanConvention = {
  name: 'OpenLLMetry',
  fits: ({ attributes }) =>
    attributes.get('gen_ai.provider.name') === 'langchain' &&
    attributes.get('traceloop.span.kind') === 'workflow',
  translate: span =>
    addSpanAttributes(span, { 'gen_ai.input.messages': span.attributes.get('traceloop.entity.input') }),
};
