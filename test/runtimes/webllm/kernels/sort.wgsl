// Each possible token's rank is how many are likelier; the impossible ones leave their places at 0.
@group(0) @binding(0) var<storage, read> probabilities: array<f32>;
@group(0) @binding(1) var<storage, read_write> sorted: array<f32>;
@group(0) @binding(2) var<storage, read_write> tokens: array<i32>;
@group(0) @binding(3) var<uniform> sizes: Sizes;
struct Sizes { vocabulary: i32, groups: u32 }

@compute @workgroup_size(64)
fn sort(@builtin(global_invocation_id) place: vec3<u32>) {
  let token = i32(place.x);
  if (token >= sizes.vocabulary || probabilities[token] <= 0.0) { return; }
  let probability = probabilities[token];
  var rank = 0;
  for (var other = 0; other < sizes.vocabulary; other++) {
    let likelier = probabilities[other] > probability;
    let first = probabilities[other] == probability && other < token;
    rank += select(0, 1, likelier || first);
  }
  sorted[rank] = probability;
  tokens[rank] = token;
}
