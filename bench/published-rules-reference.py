"""What published scripts read in replies, for bench/published-rules.ts: runs their own code from a checkout.

Reads {"checkouts": folder, "gsm8k": the task's settings, "cases": [[rule, reply, expected], ...]} and writes a list of
[what was read, or null, whether it is the expected answer].
"""

import ast
import json
import re
import runpy
import sys
import tempfile
import types
from pathlib import Path

given = json.load(sys.stdin)
folder = Path(given["checkouts"])


def taken(path, names, scope):
    """The named functions, classes and constants of a file, without what it imports; decorators are left out."""
    tree = ast.parse(path.read_text())
    for node in tree.body:
        named = getattr(node, "name", None)
        if isinstance(node, ast.Assign):
            named = getattr(node.targets[0], "id", None)
        if named in names:
            node.decorator_list = []
            exec(compile(ast.Module([node], []), str(path), "exec"), scope)
    return scope


def mmlu_pro():
    # The script goes through the files of a folder when it is loaded: there are none in this one.
    with tempfile.TemporaryDirectory() as empty:
        sys.argv = ["compute_accuracy.py", empty]
        script = runpy.run_path(str(folder / "MMLU-Pro" / "compute_accuracy.py"))

    def read(reply, expected):
        found = script["extract_answer"](reply, "l2")
        return found, found == expected

    return read


def simple_evals():
    names = [
        "MULTILINGUAL_ANSWER_PATTERN_TEMPLATE",
        "MULTILINGUAL_ANSWER_REGEXES",
        "normalize_response",
        "normalize_extracted_answer",
    ]
    common = taken(folder / "simple-evals" / "common.py", names, {})

    # The loop of mmlu_eval.py, which stands inside of a method that asks a model.
    def read(reply, expected):
        text = common["normalize_response"](reply)
        for words in common["MULTILINGUAL_ANSWER_REGEXES"]:
            found = re.search(common["MULTILINGUAL_ANSWER_PATTERN_TEMPLATE"].format(words), text)
            if found:
                letter = common["normalize_extracted_answer"](found.group(1))
                return letter, letter == expected
        return None, False

    return read


def gsm8k(which):
    harness = folder / "lm-evaluation-harness" / "lm_eval"
    task = given["gsm8k"]
    lists = types.SimpleNamespace(
        array=list,
        asarray=list,
        char=types.SimpleNamespace(lower=lambda texts: [text.lower() for text in texts]),
        mean=float,
    )
    scope = {"re": re, "np": lists, "Filter": object, "Iterable": list, "Sequence": list, "Any": object}
    taken(harness / "filters" / "extraction.py", ["RegexFilter"], scope)
    taken(harness / "api" / "metrics.py", ["exact_match_hf_evaluate"], scope)
    steps = next(one["filter"] for one in task["filter_list"] if one["name"] == which)
    options = {name: value for name, value in steps[0].items() if name != "function"}
    regex = scope["RegexFilter"](**options)
    metric = task["metric_list"][0]
    wanted = {name: metric[name] for name in ("ignore_case", "ignore_punctuation", "regexes_to_ignore")}

    def read(reply, expected):
        found = regex.apply([[reply]], [{}])[0][0]
        score = scope["exact_match_hf_evaluate"]([found], [expected], **wanted)["exact_match"]
        return None if found == regex.fallback else found, score == 1

    return read


MAKERS = {
    "mmlu_pro": mmlu_pro,
    "simple_evals": simple_evals,
    "gsm8k_strict": lambda: gsm8k("strict-match"),
    "gsm8k_flexible": lambda: gsm8k("flexible-extract"),
}
readers = {rule: MAKERS[rule]() for rule in {case[0] for case in given["cases"]}}
json.dump([readers[rule](reply, expected) for rule, reply, expected in given["cases"]], sys.stdout)
