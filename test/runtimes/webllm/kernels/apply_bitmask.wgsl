// What the grammar forbids becomes impossible.
@group(0) @binding(0) var<storage, read_write> logits: array<f32>;
@group(0) @binding(1) var<storage, read> allowed: array<i32>;
@group(0) @binding(2) var<uniform> sizes: Sizes;
struct Sizes { vocabulary: i32, groups: u32 }

// Finite still when divided by the least temperature.
const IMPOSSIBLE = -1e30;

@compute @workgroup_size(64)
fn apply_bitmask(@builtin(global_invocation_id) place: vec3<u32>) {
  let token = i32(place.x);
  if (token >= sizes.vocabulary) { return; }
  let bit = (allowed[token / 32] >> u32(token % 32)) & 1;
  if (bit == 0) { logits[token] = IMPOSSIBLE; }
}
