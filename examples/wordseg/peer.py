"""The model of this folder in PyTorch, eager, for comparison: python3 peer.py [--hidden N] [--repeats N] [--cell]
[--threads N] [--json FILE].

It reads and predicts the same characters in the same batches as model.c, with random weights of its own. The LSTMs are
nn.LSTM or, with --cell, a few ops per step as in model.c. The default is two threads. Scores without gradients use no_grad."""
import argparse
import json
import math
import statistics
import time

import torch
from torch import nn
from torch.nn import functional

WORDS = "you like daddy's whiskers just gonna eat the comb and that's all".split()
END_OF_WORD, END_OF_SENTENCE, PADDING, ALPHABET = 27, 28, 29, 30
SPAN, NEVER = 18, -1e30


def numbers(text):
    return [26 if letter == "'" else ord(letter) - ord("a") for letter in text]


LEXICON = {tuple(numbers(word)): i for i, word in enumerate(WORDS)}


class CellLstm(nn.Module):
    """An LSTM that looks up what each character adds to its gates, like model.c."""

    def __init__(self, hidden):
        super().__init__()
        self.embedding = nn.Embedding(ALPHABET, hidden)
        self.inputs = nn.Linear(hidden, 4 * hidden)
        self.states = nn.Linear(hidden, 4 * hidden, bias=False)

    def forward(self, characters, hidden):
        table = self.inputs(self.embedding.weight)
        cell, states = torch.zeros_like(hidden), []
        for step in characters:
            gates = table[step] + self.states(hidden)
            let_in, forget, news, let_out = gates.chunk(4, 1)
            cell = torch.sigmoid(forget) * cell + torch.sigmoid(let_in) * torch.tanh(news)
            hidden = torch.sigmoid(let_out) * torch.tanh(cell)
            states.append(hidden)
        return torch.stack(states)


class LibraryLstm(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.embedding = nn.Embedding(ALPHABET, hidden)
        self.lstm = nn.LSTM(hidden, hidden)

    def forward(self, characters, hidden):
        start = hidden.unsqueeze(0).contiguous()
        return self.lstm(self.embedding(characters), (start, torch.zeros_like(start)))[0]


class Model(nn.Module):
    def __init__(self, hidden, lstm):
        super().__init__()
        self.hidden = hidden
        self.encoder, self.decoder = lstm(hidden), lstm(hidden)
        self.spelling = nn.Linear(hidden, ALPHABET)
        self.mixture = nn.Sequential(nn.Linear(hidden, hidden), nn.Tanh(), nn.Linear(hidden, 2), nn.LogSoftmax(1))
        self.lexicon = nn.Sequential(nn.Linear(hidden, hidden), nn.Tanh(), nn.Linear(hidden, len(WORDS)),
                                     nn.LogSoftmax(1))
        self.register_buffer("weights", 5 * torch.log(torch.arange(1, SPAN + 1, dtype=torch.float32)))

    def candidates(self, text, state, mixture, lexicon):
        """log P for each prefix of the text that may be a word."""
        count = min(max(len(text) - 1, 1), SPAN)
        prefixes = [text[:length] for length in range(1, count + 1)]
        inputs = torch.tensor([[END_OF_WORD] + p + [PADDING] * (count - len(p)) for p in prefixes]).t()
        targets = torch.tensor([p + [END_OF_WORD] + [PADDING] * (count - len(p)) for p in prefixes]).t()
        states = self.decoder(inputs, state.expand(count, -1))
        losses = functional.cross_entropy(self.spelling(states).flatten(0, 1), targets.flatten(), reduction="none",
                                          ignore_index=PADDING)
        spelled = -losses.view(count + 1, count).sum(0)
        words = torch.tensor([LEXICON.get(tuple(p), len(WORDS)) for p in prefixes])
        known = functional.pad(lexicon, (0, 1), value=NEVER)[words]
        both = torch.logaddexp(mixture[0] + known, mixture[1] + spelled)
        return functional.pad(both, (0, SPAN - count), value=NEVER)

    def forward(self, text):
        states = self.encoder(torch.tensor(text).unsqueeze(1), torch.zeros(1, self.hidden))[:, 0]
        mixture, lexicon = self.mixture(states), self.lexicon(states)
        p = torch.full((SPAN,), NEVER)
        p[0] = 0
        q = torch.full((SPAN,), NEVER)
        for at in range(len(text)):
            edges = self.candidates(text[at:], states[at], mixture[at], lexicon[at])
            penalty = torch.logaddexp(p[0] + edges + self.weights, q[0] + edges)
            probability = p[0] + edges
            p = torch.logaddexp(functional.pad(p[1:], (0, 1), value=NEVER), probability)
            q = torch.logaddexp(functional.pad(q[1:], (0, 1), value=NEVER), penalty)
        return p[0], q[0]


def score(model, text):
    with torch.no_grad():
        return model(text)[0].item()


def gradient(model, text):
    model.zero_grad()
    p, q = model(text)
    loss = 0.00075 * torch.exp(q - p) - p
    loss.backward()
    return loss.item()


def milliseconds(function, model, text, repeats):
    """The milliseconds of a call, and those of all its threads."""
    function(model, text)
    times, processor = [], []
    for _ in range(repeats):
        begin, used = time.perf_counter(), time.process_time()
        function(model, text)
        processor.append(1e3 * (time.process_time() - used))
        times.append(1e3 * (time.perf_counter() - begin))
    return statistics.median(times), statistics.median(processor)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0])
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--repeats", type=int, default=10)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--cell", action="store_true")
    parser.add_argument("--json")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(1)
    model = Model(options.hidden, CellLstm if options.cell else LibraryLstm)
    rows = []
    print("                ms (of all threads) of a\nlength hidden   score            score+gradient        log p")
    for length, words in ((4, 4), (8, 8), (14, 12)):
        text = numbers("".join(WORDS[:words])) + [END_OF_SENTENCE]
        forward, both = (milliseconds(what, model, text, options.repeats) for what in (score, gradient))
        log_p = score(model, text)
        assert math.isfinite(log_p)
        print(f"{length:6} {options.hidden:6} {forward[0]:8.2f} ({forward[1]:8.2f}) {both[0]:8.2f} ({both[1]:8.2f}) {log_p:9.3f}")
        rows.append({"length": length, "hidden": options.hidden, "score_ms": forward[0], "gradient_ms": both[0],
                     "score_processor_ms": forward[1], "gradient_processor_ms": both[1], "log_p": log_p})
    if options.json:
        with open(options.json, "w") as out:
            json.dump(rows, out, indent=1)


if __name__ == "__main__":
    main()
