"""The unfamiliar block as it is found, and repairs that go only part of the way (chapter 7)."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.reference.repair import decoder_attention

CATALOGUE = Catalogue()


@CATALOGUE.mistake(
    "R00",
    replaces=decoder_attention,
    killed_by="decoder_attention--one-token decoder_attention--row-sums "
    "decoder_attention--log-ratios decoder_attention--worked-example "
    "decoder_attention--causality decoder_attention--numbers decoder_attention--large-values",
    message="Your block still gives the numbers that it gave when you found it. Start with one "
    "token, which must attend to itself: which line can't be right?",
    section="07_batched#batched-matmul",
)
def decoder_attention_as_found(hidden, w_qkv, w_out, n_heads):
    """Causal multi-head self-attention with one packed projection."""
    bsz, seqlen, width = hidden.shape
    hd = width // n_heads
    q, k, v = np.split(hidden @ w_qkv, 3, axis=-1)  # each (B, T, D)
    q = q.reshape(bsz, seqlen, n_heads, hd).swapaxes(1, 2)  # (B, H, T, hd)
    k = k.reshape(bsz, seqlen, n_heads, hd).swapaxes(1, 2)  # (B, H, T, hd)
    v = v.reshape(bsz, seqlen, n_heads, hd).swapaxes(1, 2)  # (B, H, T, hd)

    k_t = k.reshape(bsz, n_heads, hd, seqlen)  # (B, H, hd, T)
    logits = q @ k_t / np.sqrt(width)  # (B, H, T, T)
    past = np.tri(seqlen, dtype=bool)  # (T, T)
    logits = np.where(past, logits, -1e-12)

    logits = logits - logits.max(axis=1, keepdims=True)
    attn = np.exp(logits)
    attn = attn / attn.sum(axis=1, keepdims=True)  # (B, H, T, T)

    context = (attn @ v).swapaxes(1, 2).reshape(bsz, seqlen, width)  # (B, T, D)
    return context @ w_out, attn


def _transpose(k):
    return k.swapaxes(2, 3)  # (B, H, hd, T)


def _hide(logits, past):
    return np.where(past, logits, -np.inf)


def _softmax(logits):
    attn = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return attn / attn.sum(axis=-1, keepdims=True)


def _merge(heads):
    bsz, n_heads, seqlen, hd = heads.shape
    return heads.swapaxes(1, 2).reshape(bsz, seqlen, n_heads * hd)


def _decoder(hidden, w_qkv, w_out, n_heads, root=None, turn=_transpose, hide=_hide, **after):
    """Run the repaired block with one part replaced."""
    bsz, seqlen, width = hidden.shape
    hd = width // n_heads
    q, k, v = (
        part.reshape(bsz, seqlen, n_heads, hd).swapaxes(1, 2)
        for part in np.split(hidden @ w_qkv, 3, axis=-1)
    )
    logits = q @ turn(k) / (root or np.sqrt(hd))
    attn = after.get("softmax", _softmax)(hide(logits, np.tri(seqlen, dtype=bool)))
    return after.get("merge", _merge)(attn @ v) @ w_out, attn


@CATALOGUE.mistake(
    "R01",
    replaces=decoder_attention,
    killed_by="decoder_attention--log-ratios",
    message="One line still claims to transpose the keys and only cuts their memory into other "
    "pieces. Its comment gives the right shape all the same.",
    section="07_batched#batched-matmul",
)
def still_reshapes_the_keys(hidden, w_qkv, w_out, n_heads):
    def turn(k):
        bsz, n_heads, seqlen, hd = k.shape
        return k.reshape(bsz, n_heads, hd, seqlen)

    return _decoder(hidden, w_qkv, w_out, n_heads, turn=turn)


@CATALOGUE.mistake(
    "R02",
    replaces=decoder_attention,
    killed_by="decoder_attention--log-ratios",
    message="The scale still belongs to the whole model. Count how many products one head's dot "
    "product adds up.",
    section="06_one_sequence#scale",
)
def still_scales_by_width(hidden, w_qkv, w_out, n_heads):
    return _decoder(hidden, w_qkv, w_out, n_heads, root=np.sqrt(hidden.shape[-1]))


@CATALOGUE.mistake(
    "R03",
    replaces=decoder_attention,
    killed_by="decoder_attention--causality",
    message="The future is still visible: blocked scores get a number that is small but nowhere "
    "near far below the others.",
    section="05_masks#masked-softmax",
)
def still_fills_with_a_tiny_number(hidden, w_qkv, w_out, n_heads):
    def hide(logits, past):
        return np.where(past, logits, -1e-12)

    return _decoder(hidden, w_qkv, w_out, n_heads, hide=hide)


@CATALOGUE.mistake(
    "R04",
    replaces=decoder_attention,
    killed_by="decoder_attention--one-token decoder_attention--row-sums",
    message="The softmax still runs along the head axis, so the heads compete with one another.",
    section="03_softmax#axis",
)
def still_normalises_over_heads(hidden, w_qkv, w_out, n_heads):
    def softmax(logits):
        attn = np.exp(logits - logits.max(axis=1, keepdims=True))
        return attn / attn.sum(axis=1, keepdims=True)

    return _decoder(hidden, w_qkv, w_out, n_heads, softmax=softmax)


@CATALOGUE.mistake(
    "R05",
    replaces=decoder_attention,
    killed_by="decoder_attention--row-sums",
    message="The softmax has moved to the query axis. Ask who shares out one unit of attention, "
    "and among whom.",
    section="03_softmax#axis",
)
def normalises_over_queries(hidden, w_qkv, w_out, n_heads):
    def softmax(logits):
        attn = np.exp(logits - logits.max(axis=2, keepdims=True))
        return attn / attn.sum(axis=2, keepdims=True)

    return _decoder(hidden, w_qkv, w_out, n_heads, softmax=softmax)


@CATALOGUE.mistake(
    "R06",
    replaces=decoder_attention,
    killed_by="decoder_attention--log-ratios",
    message="The wrong scale is gone, and no other has taken its place.",
    section="06_one_sequence#scale",
)
def removes_the_scale(hidden, w_qkv, w_out, n_heads):
    return _decoder(hidden, w_qkv, w_out, n_heads, root=1)


@CATALOGUE.mistake(
    "R07",
    replaces=decoder_attention,
    killed_by="decoder_attention--row-sums decoder_attention--log-ratios",
    message="`.T` turns round all four axes, batch and heads too. Only two of the axes should "
    "change places.",
    section="07_batched#batched-matmul",
)
def transposes_every_axis(hidden, w_qkv, w_out, n_heads):
    def turn(k):
        return k.T

    return _decoder(hidden, w_qkv, w_out, n_heads, turn=turn)


@CATALOGUE.mistake(
    "R08",
    replaces=decoder_attention,
    killed_by="decoder_attention--causality",
    message="Your blocked scores become zero, and the exponential of zero isn't zero: the future "
    "still gets a share.",
    section="05_masks#masked-softmax",
)
def multiplies_by_the_mask(hidden, w_qkv, w_out, n_heads):
    def hide(logits, past):
        return logits * past

    return _decoder(hidden, w_qkv, w_out, n_heads, hide=hide)


@CATALOGUE.mistake(
    "R09",
    replaces=decoder_attention,
    killed_by="decoder_attention--causality",
    message="Your mask works the wrong way round: the past is blocked and the future kept.",
    section="05_masks#polarity",
)
def inverts_the_mask(hidden, w_qkv, w_out, n_heads):
    def hide(logits, past):
        return np.where(past, -1e9, logits)

    return _decoder(hidden, w_qkv, w_out, n_heads, hide=hide)


@CATALOGUE.mistake(
    "R10",
    replaces=decoder_attention,
    killed_by="decoder_attention--row-sums decoder_attention--causality",
    message="Your mask also hides each token from itself, and the first token sees nothing at all.",
    section="05_masks#causal-mask",
)
def hides_each_token_from_itself(hidden, w_qkv, w_out, n_heads):
    def hide(logits, past):
        earlier = np.tri(len(past), k=-1, dtype=bool)
        return np.where(earlier, logits, -np.inf)

    return _decoder(hidden, w_qkv, w_out, n_heads, hide=hide)


@CATALOGUE.mistake(
    "R11",
    replaces=decoder_attention,
    killed_by="decoder_attention--large-values",
    message="The shift that keeps the exponential from overflowing is gone. It was in the block "
    "for a reason.",
    section="07_batched#stability",
)
def drops_the_shift(hidden, w_qkv, w_out, n_heads):
    def softmax(logits):
        attn = np.exp(logits)
        return attn / attn.sum(axis=-1, keepdims=True)

    return _decoder(hidden, w_qkv, w_out, n_heads, softmax=softmax)


@CATALOGUE.mistake(
    "R12",
    replaces=decoder_attention,
    killed_by="decoder_attention--causality decoder_attention--large-values",
    message="Only one of the two lines of the softmax is repaired: the shift still looks for the "
    "largest score along the head axis.",
    section="07_batched#stability",
)
def shifts_by_the_largest_over_heads(hidden, w_qkv, w_out, n_heads):
    def hide(logits, past):
        return np.where(past, logits, -1e9)

    def softmax(logits):
        attn = np.exp(logits - logits.max(axis=1, keepdims=True))
        return attn / attn.sum(axis=-1, keepdims=True)

    return _decoder(hidden, w_qkv, w_out, n_heads, hide=hide, softmax=softmax)


@CATALOGUE.mistake(
    "R16",
    replaces=decoder_attention,
    killed_by="decoder_attention--row-sums",
    message="Only one of the two lines of the softmax is repaired: the sum still runs along the "
    "head axis.",
    section="03_softmax#axis",
)
def sums_over_heads(hidden, w_qkv, w_out, n_heads):
    def softmax(logits):
        attn = np.exp(logits - logits.max(axis=-1, keepdims=True))
        return attn / attn.sum(axis=1, keepdims=True)

    return _decoder(hidden, w_qkv, w_out, n_heads, softmax=softmax)


@CATALOGUE.mistake(
    "R13",
    replaces=decoder_attention,
    killed_by="decoder_attention--large-values",
    message="You fill blocked scores with a number that real scores can go below. Then the future "
    "wins.",
    section="05_masks#masked-softmax",
)
def fills_with_minus_ten_thousand(hidden, w_qkv, w_out, n_heads):
    def hide(logits, past):
        return np.where(past, logits, -1e4)

    return _decoder(hidden, w_qkv, w_out, n_heads, hide=hide)


@CATALOGUE.mistake(
    "R14",
    replaces=decoder_attention,
    killed_by="decoder_attention--numbers decoder_attention--causality",
    message="The merge was right, and now it reads the heads in the order of memory: one row of "
    "the result holds several tokens.",
    section="02_split_merge#merge",
)
def spoils_the_merge(hidden, w_qkv, w_out, n_heads):
    def merge(heads):
        bsz, n_heads, seqlen, hd = heads.shape
        return heads.reshape(bsz, seqlen, n_heads * hd)

    return _decoder(hidden, w_qkv, w_out, n_heads, merge=merge)


@CATALOGUE.mistake(
    "R15",
    replaces=decoder_attention,
    killed_by="decoder_attention--numbers",
    message="The output projection has vanished during the repair.",
    section="06_one_sequence#output-projection",
)
def loses_the_output_projection(hidden, w_qkv, w_out, n_heads):
    return _decoder(hidden, w_qkv, np.eye(len(w_out)), n_heads)
