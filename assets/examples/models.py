"""Trains the two small models of bert/ and t5/: python assets/examples/models.py assets/examples.

Run with torch 2.15 and transformers 5.24. Both read the lessons beside it, character by character: the BERT fills in
masked characters, the T5 whole missing spans. Most texts are short, and none is longer than 192 characters: of BERT's
256 rows, the last 64 are never trained, and those before them seldom.
"""

import pathlib
import sys

import torch
from transformers import BertConfig, BertForMaskedLM, T5Config, T5ForConditionalGeneration

FIRST, LAST = 32, 126
PAD, MASK, CLS, END = range(4)
NUM_SENTINELS = 24
SENTINEL = 4 + LAST - FIRST + 1
VOCABULARY = SENTINEL + NUM_SENTINELS
ROWS, LONGEST, SHORTEST, MEAN = 256, 192, 16, 72.0
BATCH, STEPS, RATE = 24, 6000, 2e-3

torch.manual_seed(23)


def text():
    """The lessons' printable ASCII characters as numbers."""
    folder = pathlib.Path(__file__).parent.parent / "lessons"
    all_text = "\n".join(it.read_text() for it in sorted(folder.glob("*.md")))
    numbers = [ord(it) - FIRST + 4 for it in all_text.replace("\n", " ") if FIRST <= ord(it) <= LAST]
    return torch.tensor(numbers)


def samples(numbers):
    """Texts of one length, which is short more often than long."""
    drawn = torch.distributions.Exponential(1 / MEAN).sample().item()
    length = max(SHORTEST, min(LONGEST, int(drawn) + SHORTEST))
    starts = torch.randint(len(numbers) - length, (BATCH,))
    return torch.stack([numbers[start : start + length] for start in starts])


def masked(numbers):
    """Inputs and labels for BERT: a class token, then the text with an eighth of its characters masked."""
    own = samples(numbers)[:, : LONGEST - 1]
    is_masked = torch.rand(own.shape) < 1 / 8
    first = torch.full((BATCH, 1), CLS)
    inputs = torch.cat([first, own.masked_fill(is_masked, MASK)], 1)
    labels = torch.cat([first * 0 - 100, own.masked_fill(~is_masked, -100)], 1)
    return {"input_ids": inputs, "labels": labels}


def corrupted(numbers):
    """Inputs and labels for T5: spans of three characters are replaced by numbered marks, and written one after another."""
    inputs, labels = [], []
    for row in samples(numbers):
        num = max(1, min(NUM_SENTINELS, len(row) // 16))
        left, missing, start = [], [], 0
        for i in range(num):
            at = i * 16 + int(torch.randint(13, ()))
            mark = torch.tensor([SENTINEL + i])
            left += [row[start:at], mark]
            missing += [mark, row[at : at + 3]]
            start = at + 3
        end = torch.tensor([END])
        inputs.append(torch.cat([*left, row[start:], end]))
        labels.append(torch.cat([*missing, end]))
    return {"input_ids": torch.stack(inputs), "labels": torch.stack(labels)}


def train(model, batch, folder):
    """Trains with Adam, the rate falling to zero, and saves in half precision."""
    numbers = text()
    optimizer = torch.optim.Adam(model.parameters(), lr=RATE)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=STEPS, pct_start=0.1)
    model.train()
    losses = []
    for step in range(STEPS):
        loss = model(**batch(numbers)).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
        if step % 500 == 499:
            print(folder.name, step + 1, sum(losses[-500:]) / 500, flush=True)
    model.half().save_pretrained(folder)
    (folder / "generation_config.json").unlink(missing_ok=True)


def bert():
    config = BertConfig(
        vocab_size=VOCABULARY, hidden_size=64, num_hidden_layers=2, num_attention_heads=4, intermediate_size=128,
        max_position_embeddings=ROWS, type_vocab_size=1, pad_token_id=PAD,
        initializer_range=0.1, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0,
    )
    return BertForMaskedLM(config)


def t5():
    config = T5Config(
        vocab_size=VOCABULARY, d_model=48, d_kv=12, d_ff=96, num_layers=2, num_heads=4, dropout_rate=0.0,
        pad_token_id=PAD, eos_token_id=END, decoder_start_token_id=PAD,
    )
    return T5ForConditionalGeneration(config)


target = pathlib.Path(sys.argv[1])
for name, model, batch in [("bert", bert(), masked), ("t5", t5(), corrupted)]:
    if name in sys.argv[2:] or len(sys.argv) == 2:
        train(model, batch, target / name)
