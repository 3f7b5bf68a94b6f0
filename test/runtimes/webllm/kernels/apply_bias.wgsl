@group(0) @binding(0) var<storage, read_write> logits: array<f32>;
@group(0) @binding(1) var<storage, read> tokens: array<i32>;
@group(0) @binding(2) var<storage, read> biases: array<f32>;
@group(0) @binding(3) var<uniform> sizes: Sizes;
struct Sizes { tokens: i32, groups: u32 }

@compute @workgroup_size(64)
fn apply_bias(@builtin(global_invocation_id) place: vec3<u32>) {
  let index = i32(place.x);
  if (index >= sizes.tokens) { return; }
  logits[tokens[index]] += biases[index];
}
