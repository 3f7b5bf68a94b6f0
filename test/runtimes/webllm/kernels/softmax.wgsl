// One workgroup: each of its threads takes every 256th token.
@group(0) @binding(0) var<storage, read> logits: array<f32>;
@group(0) @binding(1) var<storage, read> temperature: array<f32>;
@group(0) @binding(2) var<storage, read_write> probabilities: array<f32>;
@group(0) @binding(3) var<uniform> sizes: Sizes;
struct Sizes { vocabulary: i32, groups: u32 }

const THREADS = 256;
var<workgroup> partial: array<f32, THREADS>;

@compute @workgroup_size(THREADS)
fn softmax(@builtin(local_invocation_id) place: vec3<u32>) {
  let thread = i32(place.x);
  var highest = -1e38;
  for (var token = thread; token < sizes.vocabulary; token += THREADS) {
    highest = max(highest, logits[token]);
  }
  partial[thread] = highest;
  workgroupBarrier();
  for (var other = 0; other < THREADS; other++) { highest = max(highest, partial[other]); }
  workgroupBarrier();

  var sum = 0.0;
  for (var token = thread; token < sizes.vocabulary; token += THREADS) {
    let weight = exp((logits[token] - highest) / temperature[0]);
    probabilities[token] = weight;
    sum += weight;
  }
  partial[thread] = sum;
  workgroupBarrier();
  var total = 0.0;
  for (var other = 0; other < THREADS; other++) { total += partial[other]; }
  for (var token = thread; token < sizes.vocabulary; token += THREADS) {
    probabilities[token] /= total;
  }
}
