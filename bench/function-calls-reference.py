"""Grades answers of bench/function-calls.ts by the published checker: bfcl-eval 2026.3.23 (pip install --no-deps bfcl-eval)."""

import json
import sys
import types


class AnyModel(dict):
    """Stands for the table of models, which would import every provider's package."""

    def __missing__(self, name):
        return types.SimpleNamespace(underscore_to_dot=True)


models = types.ModuleType("bfcl_eval.constants.model_config")
models.MODEL_CONFIG_MAPPING = AnyModel()
sys.modules["bfcl_eval.constants.model_config"] = models

from bfcl_eval.constants.enums import Language  # noqa: E402
from bfcl_eval.eval_checker.ast_eval.ast_checker import ast_checker  # noqa: E402


def is_call(value):
    return type(value) is dict and len(value) == 1 and type(list(value.values())[0]) is dict


def grade(one):
    try:
        calls = [{name: json.loads(arguments)} for name, arguments in one["calls"]]
    except ValueError:
        calls = None
    if calls is not None and not all(map(is_call, calls)):
        calls = None
    if one["category"] == "irrelevance":
        return calls is None or len(calls) == 0
    if not calls:
        return False
    try:
        return ast_checker(
            one["functions"], calls, json.loads(one["accepted"]), Language.PYTHON, one["category"], "any"
        )["valid"]
    except Exception:
        return None


for line in sys.stdin:
    one = json.loads(line)
    print(json.dumps({"id": one["id"], "valid": grade(one)}))
