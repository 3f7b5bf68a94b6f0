// Turns the dials by each token's row, shifted by the token's place so that the order counts.
@group(0) @binding(0) var<storage, read> rows: array<f32>;
@group(0) @binding(1) var<storage, read_write> dials: array<f32>;
@group(0) @binding(2) var<storage, read_write> hidden: array<f32>;
@group(0) @binding(3) var<uniform> sizes: Sizes;
struct Sizes { tokens: i32, before: i32, width: i32, groups: u32 }

const TURN = 6.2831853;

@compute @workgroup_size(64)
fn turn_dials(@builtin(global_invocation_id) place: vec3<u32>) {
  let dial = i32(place.x);
  if (dial >= sizes.width) { return; }
  var angle = dials[dial];
  for (var token = 0; token < sizes.tokens; token++) {
    let column = (dial + sizes.before + token) % sizes.width;
    angle = fract(angle + rows[token * sizes.width + column]);
  }
  dials[dial] = angle;
  // WGSL bounds the error of cos from −π to π.
  hidden[dial] = -cos(TURN * (angle - 0.5));
}
