// Makes what occurred less likely: [presence, frequency, repetition].
@group(0) @binding(0) var<storage, read_write> logits: array<f32>;
@group(0) @binding(1) var<storage, read> tokens: array<i32>;
@group(0) @binding(2) var<storage, read> occurrences: array<i32>;
@group(0) @binding(3) var<storage, read> penalties: array<f32>;
@group(0) @binding(4) var<uniform> sizes: Sizes;
struct Sizes { tokens: i32, groups: u32 }

@compute @workgroup_size(64)
fn apply_penalty(@builtin(global_invocation_id) place: vec3<u32>) {
  let index = i32(place.x);
  if (index >= sizes.tokens) { return; }
  let token = tokens[index];
  let logit = logits[token] - penalties[0] - f32(occurrences[index]) * penalties[1];
  logits[token] = select(logit * penalties[2], logit / penalties[2], logit > 0.0);
}
