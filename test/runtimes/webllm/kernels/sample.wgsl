// The token at which the sum of probabilities passes the drawn share of the nucleus.
@group(0) @binding(0) var<storage, read> sorted: array<f32>;
@group(0) @binding(1) var<storage, read> tokens: array<i32>;
@group(0) @binding(2) var<storage, read> drawn: array<f32>;
@group(0) @binding(3) var<storage, read> top_p: array<f32>;
@group(0) @binding(4) var<storage, read_write> sampled: array<i32>;
@group(0) @binding(5) var<uniform> sizes: Sizes;
struct Sizes { vocabulary: i32, groups: u32 }

@compute @workgroup_size(1)
fn sample() {
  var nucleus = 0.0;
  var size = 0;
  while (size < sizes.vocabulary && nucleus < top_p[0] && (size == 0 || sorted[size] > 0.0)) {
    nucleus += sorted[size];
    size++;
  }
  let aim = drawn[0] * nucleus;
  var sum = sorted[0];
  var rank = 0;
  while (rank + 1 < size && sum < aim) {
    rank++;
    sum += sorted[rank];
  }
  sampled[0] = tokens[rank];
}
