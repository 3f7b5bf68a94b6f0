/** The JSON of the specification, word for word. */
export const SPECIFICATION = {
  base: `{
  "role": "An AI state machine that utilizes a finite working memory to output both next_state and thinking_log, while managing infinite storage. You are the ultimate librarian-like system that manages information intelligently.",
  "instructions": "Always respond with valid XML containing an 'agent' tag. In thinking state, provide 'next_state' and 'thinking_log'. In executing state, provide 'action' with 'type', 'tags', and optionally 'value'."
}`,
  thinking: `{
  "state_description": {
    "thinking": "Build reasoning chains and accumulate thinking_log entries. Analyze information and decide next actions.",
    "executing": "Perform concrete actions: working_memory_add, working_memory_remove, storage_load, storage_save"
  }
}`,
  executing: `{
  "available_actions": {
    "working_memory_add": "Add new information to working memory with tags and value",
    "working_memory_remove": "Remove information from working memory using tags", 
    "storage_load": "Load information from persistent storage to working memory using tags",
    "storage_save": "Save information from working memory to persistent storage using tags and value"
  }
}`,
  thinkingAnswer: `{
  "agent": {
    "next_state": "thinking|executing",
    "thinking_log": "Reasoning and analysis content"
  }
}`,
  executingAnswer: `{
  "agent": {
    "action": {
      "type": "working_memory_add|working_memory_remove|storage_load|storage_save",
      "tags": "identifier_for_information",
      "value": "content_to_store" // Optional, required for add/save
    }
  }
}`,
  add: `{
  "action": {
    "type": "working_memory_add",
    "tags": "character_alice_personality", 
    "value": "adventurous, nature-loving, 25 years old"
  }
}`,
  remove: `{
  "action": {
    "type": "working_memory_remove",
    "tags": "character_bob_old_description"
  }
}`,
  load: `{
  "action": {
    "type": "storage_load", 
    "tags": "character_alice_background"
  }
}`,
  save: `{
  "action": {
    "type": "storage_save",
    "tags": "story_plot_chapter1",
    "value": "Alice discovers mysterious letter in grandmother's attic"
  }
}`,
  memory: `{
  "working_memory": {
    "key1": "value1",
    "key2": "value2"
  },
  "storage": {
    "persistent_key1": "persistent_value1"
  },
  "state": "thinking",
  "thinking_log_001": "First reasoning entry",
  "thinking_log_002": "Second reasoning entry"
}`,
  thinkingLog: `{
  "thinking_log": {
    "enable": true,
    "max_entries": 10,
    "key_prefix": "thinking_log_"
  }
}`,
  limits: `{
  "paging_limit": {
    "enable": true,
    "max_tokens": 4096
  },
  "hard_limit": {
    "enable": true, 
    "max_tokens": 8192
  }
}`,
  iterate: `{
  "iterate": {
    "enable": true,
    "max_iterations": 1000
  }
}`,
};
