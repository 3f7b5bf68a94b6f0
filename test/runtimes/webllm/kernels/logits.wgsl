@group(0) @binding(0) var<storage, read> hidden: array<f32>;
@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read_write> result: array<f32>;
@group(0) @binding(4) var<uniform> sizes: Sizes;
struct Sizes { vocabulary: i32, width: i32, groups: u32 }

@compute @workgroup_size(64)
fn logits(@builtin(global_invocation_id) place: vec3<u32>) {
  let token = i32(place.x);
  if (token >= sizes.vocabulary) { return; }
  var sum = bias[token];
  for (var dial = 0; dial < sizes.width; dial++) {
    sum += hidden[dial] * weights[token * sizes.width + dial];
  }
  result[token] = sum;
}
