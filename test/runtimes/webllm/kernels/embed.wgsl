// The row of each token.
@group(0) @binding(0) var<storage, read> ids: array<i32>;
@group(0) @binding(1) var<storage, read> embedding: array<f32>;
@group(0) @binding(2) var<storage, read_write> rows: array<f32>;
@group(0) @binding(3) var<uniform> sizes: Sizes;
struct Sizes { cells: i32, width: i32, groups: u32 }

@compute @workgroup_size(64)
fn embed(@builtin(global_invocation_id) place: vec3<u32>) {
  let cell = i32(place.x);
  if (cell >= sizes.cells) { return; }
  let id = ids[cell / sizes.width];
  rows[cell] = embedding[id * sizes.width + cell % sizes.width];
}
