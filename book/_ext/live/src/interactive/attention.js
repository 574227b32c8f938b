// Masked attention as solutions/reference computes it; tests compare the two.
// Matrices are arrays of rows. True keeps, false blocks.

export function matmul(a, b) {
  return a.map((row) => b[0].map((_, j) => row.reduce((sum, x, l) => sum + x * b[l][j], 0)));
}

export const transpose = (a) => a[0].map((_, j) => a.map((row) => row[j]));

export function maskedSoftmax(scores, mask) {
  return scores.map((row, i) => {
    const kept = row.map((score, j) => (mask[i][j] ? score : -Infinity));
    const largest = Math.max(...kept);
    const shift = Number.isFinite(largest) ? largest : 0; // a row with every key blocked
    const weights = kept.map((score) => Math.exp(score - shift));
    const total = weights.reduce((sum, w) => sum + w, 0);
    return weights.map((w) => (total > 0 ? w / total : 0));
  });
}

export function attention(q, k, v, mask) {
  const scores = matmul(q, transpose(k)).map((row) => row.map((s) => s / Math.sqrt(q[0].length)));
  const weights = maskedSoftmax(scores, mask);
  return { output: matmul(weights, v), weights };
}

// One head of self-attention: tokens (T, D), projections (D, d_head) named q, k and v.
export function maskedHead(tokens, projections, mask) {
  const [q, k, v] = ["q", "k", "v"].map((name) => matmul(tokens, projections[name]));
  return attention(q, k, v, mask);
}

// influence[i][j]: does output i change with input j? Compared bit by bit.
export function influenceMatrix(apply, tokens) {
  const output = apply(tokens);
  const columns = tokens.map((token, j) => {
    const steps = Math.max(token.length - 1, 1);
    const changed = tokens.map((row) => [...row]);
    changed[j] = token.map((x, c) => x + 0.5 + c / steps); // by unequal amounts
    return apply(changed).map((row, i) => row.some((x, c) => x !== output[i][c]));
  });
  return transpose(columns);
}

export const maskedInfluence = (tokens, projections, mask) =>
  influenceMatrix((x) => maskedHead(x, projections, mask).output, tokens);
