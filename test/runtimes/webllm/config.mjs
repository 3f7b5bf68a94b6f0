import { PARAMETERS, SHAPE } from './shape.mjs';

const WINDOWS = {
  context_window_size: SHAPE.context,
  prefill_chunk_size: SHAPE.context,
  sliding_window_size: -1,
  attention_sink_size: -1,
};

/** What the library tells of itself. */
export const libraryMetadata = {
  model_type: 'toy',
  quantization: 'q0f32',
  ...WINDOWS,
  tensor_parallel_shards: 1,
  kv_state_kind: 'kv_cache',
  params: PARAMETERS.map(name => ({ name })),
  memory_usage: {},
};

/** mlc-chat-config.json, with ChatML's template; the model's own temperature is not 1, as with most models. */
export const chatConfig = ({ size, special }) => ({
  version: '0.1.0',
  model_type: 'toy',
  quantization: 'q0f32',
  vocab_size: size,
  ...WINDOWS,
  temperature: 0.7,
  presence_penalty: 0,
  frequency_penalty: 0,
  repetition_penalty: 1,
  top_p: 0.95,
  tokenizer_files: ['tokenizer.json'],
  tokenizer_info: {
    token_postproc_method: 'byte_level',
    prepend_space_in_encode: false,
    strip_space_in_decode: false,
  },
  conv_template: {
    name: 'chatml',
    system_template: '<|im_start|>system\n{system_message}',
    system_message: '',
    system_prefix_token_ids: null,
    add_role_after_system_message: true,
    roles: { user: '<|im_start|>user', assistant: '<|im_start|>assistant' },
    role_templates: { user: '{user_message}', assistant: '{assistant_message}', tool: '{tool_message}' },
    messages: [],
    seps: ['<|im_end|>\n'],
    role_content_sep: '\n',
    role_empty_sep: '\n',
    stop_str: ['<|im_end|>'],
    stop_token_ids: [special['<|endoftext|>'], special['<|im_end|>']],
    function_string: '',
    use_function_calling: false,
  },
  bos_token_id: special['<|endoftext|>'],
  eos_token_id: [special['<|im_end|>']],
});
