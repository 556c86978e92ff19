;; Scores rows of eight-bit numbers against a query of 32-bit floats: out[i] = scales[i] * (query . rows[i]).
;; Built by scripts/build-kernel.ts; the binary beside this file is what is loaded.
(module
  (import "env" "memory" (memory 1 65536 shared))

  ;; query, rows, scales, out: byte addresses; query and rows start at a multiple of 16.
  ;; width: bytes of a row, a multiple of 16, at least 16 (the query holds as many floats).
  ;; count: how many rows.
  (func (export "score")
    (param $query i32) (param $rows i32) (param $scales i32) (param $width i32) (param $count i32) (param $out i32)
    (local $row i32) (local $end i32) (local $at i32) (local $q i32)
    (local $bytes v128) (local $low v128) (local $high v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $row (local.get $rows))
    (local.set $end (i32.add (local.get $rows) (i32.mul (local.get $count) (local.get $width))))
    (block $done
      (loop $next_row
        (br_if $done (i32.ge_u (local.get $row) (local.get $end)))
        (local.set $a (v128.const f32x4 0 0 0 0))
        (local.set $b (v128.const f32x4 0 0 0 0))
        (local.set $c (v128.const f32x4 0 0 0 0))
        (local.set $d (v128.const f32x4 0 0 0 0))
        (local.set $at (local.get $row))
        (local.set $q (local.get $query))
        (local.set $row (i32.add (local.get $row) (local.get $width)))
        ;; Sixteen numbers a turn, in four sums that do not wait for each other.
        (loop $next_bytes
          (local.set $bytes (v128.load (local.get $at)))
          (local.set $low (i16x8.extend_low_i8x16_s (local.get $bytes)))
          (local.set $high (i16x8.extend_high_i8x16_s (local.get $bytes)))
          (local.set $a (f32x4.add (local.get $a) (f32x4.mul (v128.load (local.get $q))
            (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $low))))))
          (local.set $b (f32x4.add (local.get $b) (f32x4.mul (v128.load offset=16 (local.get $q))
            (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $low))))))
          (local.set $c (f32x4.add (local.get $c) (f32x4.mul (v128.load offset=32 (local.get $q))
            (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $high))))))
          (local.set $d (f32x4.add (local.get $d) (f32x4.mul (v128.load offset=48 (local.get $q))
            (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $high))))))
          (local.set $q (i32.add (local.get $q) (i32.const 64)))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $next_bytes (i32.lt_u (local.get $at) (local.get $row))))
        (local.set $a (f32x4.add
          (f32x4.add (local.get $a) (local.get $b))
          (f32x4.add (local.get $c) (local.get $d))))
        (f32.store (local.get $out)
          (f32.mul
            (f32.load (local.get $scales))
            (f32.add
              (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 1 (local.get $a)))
              (f32.add (f32x4.extract_lane 2 (local.get $a)) (f32x4.extract_lane 3 (local.get $a))))))
        (local.set $scales (i32.add (local.get $scales) (i32.const 4)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $next_row)))))
