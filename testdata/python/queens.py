"""Models, counts, samples, cores and MaxSAT in Python, by sessions of qsat.

    from queens import Solver, count

    with Solver(bootstrap_with=[[-1, 2], [-2, 3]]) as s:
        print(s.solve(assumptions=[1, -3]), s.get_core())  # False [1, -3]
    print(count([[1, 2], [-1, 3]]))  # 4

Names and results are as in python-sat (https://pysathq.github.io) where it has them: Solver, RC2,
MUSX and WCNF. The functions count, sample and backbone, the methods of Solver with these names, and
the arguments projection, minimal and timeout (in seconds) are additions. Arguments that choose a
solver or its techniques are ignored, because qsat chooses itself.

A formula is a list of clauses or another iterable of them; an object with the attribute clauses, such
as CNF and CNFPlus of python-sat; or the path of a file, as a str or a Path. RC2 and MUSX also take an
object with the attributes hard, soft and wght, such as WCNF. A clause is an iterable of literals, and
a literal an int, or a name such as "-a1" if a file has names. Variables need no declaration: a formula
has the variables from 1 to its largest, or to its attribute nv.

Each object has a process "qsat --session". Only one thread at a time may use an object. The process ends
with delete(), at the end of a with statement, or when nothing refers to the object. The program is the
value of the environment variable QSAT, or else qsat in PATH, or else bin/qsat in the checkout that has
this file. Python 3.8 or later is needed.
"""

from __future__ import annotations

import contextlib
import json
import operator
import os
import shutil
import subprocess
import tempfile
import weakref
from fractions import Fraction
from pathlib import Path
from subprocess import PIPE
from typing import IO, Any, Callable, Iterable, Iterator, Optional, Sequence, Union

__all__ = ["MUSX", "QsatError", "RC2", "Session", "Solver", "WCNF", "backbone", "count", "sample"]

Lit = Union[int, str]
Lits = Iterable[Lit]
Vars = Optional[Lits]
Seconds = Optional[float]
Soft = Callable[[Lits, int], Any]  # takes a soft clause and its weight
Formula = Union[str, os.PathLike, Iterable[Lits], Any]  # Any: an object with the attributes of a formula

_MAX_WAITING = 100_000  # the number of literals that wait to be sent; a line of qsat has at most 16 MB
_MAX_BATCH = 1_000_000  # the number of literals of the models of an answer, unless one model has more


class QsatError(Exception):
    """A mistake in a question or formula, a question that was stopped, or a qsat that is missing or has ended."""


class WCNF:
    """Hard clauses, and soft clauses with their weights."""

    def __init__(self) -> None:
        self.hard: list[list[Lit]] = []
        self.soft: list[list[Lit]] = []
        self.wght: list[int] = []

    def append(self, clause: Lits, weight: int | None = None) -> None:
        """Add a clause, which is hard without a weight."""
        (self.hard if weight is None else self.soft).append(list(clause))
        self.wght += [] if weight is None else [weight]


class Session:
    """A process "qsat --session". The manual of qsat describes the lines in its section "Sessions"."""

    def __init__(self, formula: Formula = None, timeout: Seconds = None, soft: Soft | None = None) -> None:
        file = [os.fspath(formula)] if isinstance(formula, (str, os.PathLike)) else []
        self.timeout = timeout
        self._vars = 0  # the number of variables that clauses and questions have named so far
        self._declared = 0  # the number of variables that qsat knows
        self._waiting: dict[str, Any] = {}  # the line of clauses that qsat does not know yet
        self._size = 0  # the number of their literals
        self._lines = 0  # the number of lines sent
        command = [_program(), "--session", *file]
        errors = self._errors = tempfile.TemporaryFile()
        try:
            process = subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=errors, encoding="utf-8")
        except OSError as e:
            errors.close()
            raise QsatError(f"cannot run qsat: {e}; the variable QSAT can name another one") from e
        self._process = process
        self._end = weakref.finalize(self, _end, process, errors)
        if file:
            self._vars = self._declared = self.ask()["variables"]
        elif formula is not None:
            self._append(formula, soft)

    def delete(self) -> None:
        """End the process. Further questions raise QsatError."""
        self._end()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *exception: Any) -> None:
        self.delete()

    def ask(self, **line: Any) -> dict[str, Any]:
        """Send the waiting clauses, then a line with the given keys. Return the answer, or raise QsatError."""
        for key in {"assume", "phase", "project"} & line.keys():
            line[key] = list(line[key])
            self._declare(line[key])
        self._flush()
        return self._send(line)

    def _question(self, limited: bool = False, **line: Any) -> dict[str, Any]:
        """Ask a question within self.timeout, without the keys whose value is None.

        If the question was stopped, return the answer with limited=True, and otherwise raise QsatError.
        """
        line["timeout"] = self.timeout
        answer = self.ask(**{key: value for key, value in line.items() if value is not None})
        if "reason" in answer and not limited:
            raise QsatError(answer["reason"])
        return answer

    def _send(self, line: dict[str, Any]) -> dict[str, Any]:
        """Send a line, and return its answer, or raise QsatError. Each answer is read before the next line is sent."""
        if not self._end.alive:
            raise QsatError("the process has ended: delete() was called, or a question was interrupted")
        text = json.dumps(line, default=operator.index, separators=(",", ":"))
        self._lines += 1
        try:
            with contextlib.suppress(OSError):  # if qsat has ended, its last line may say why
                self._process.stdin.write(text + "\n")  # type: ignore[union-attr]
                self._process.stdin.flush()  # type: ignore[union-attr]
            reply = self._process.stdout.readline()  # type: ignore[union-attr]
        except BaseException:  # such as KeyboardInterrupt: the next line would read the answer to this one
            self.delete()
            raise
        if not reply.endswith("\n"):
            code = self._process.wait()
            self._errors.seek(0)
            message = self._errors.read().decode("utf-8", "replace").strip()
            self.delete()
            raise QsatError(f"qsat ended with exit code {code}" + (": " + message if message else ""))
        answer = json.loads(reply)
        if "error" in answer:
            raise QsatError(answer["error"])
        return answer

    def _declare(self, lits: Sequence[Lit]) -> bool:
        """Count the variables of literals, which the next line declares. Return whether there are names."""
        named = False
        try:
            top = max(map(abs, lits), default=0)  # type: ignore[arg-type]
        except TypeError:
            named, top = True, max((abs(lit) for lit in lits if not isinstance(lit, str)), default=0)
        self._vars = max(self._vars, top)
        return named

    def _flush(self) -> None:
        """Send the waiting clauses and the number of new variables. After an error, they still wait: each later
        question sends them again, and raises the same error.
        """
        if self._waiting or self._vars > self._declared:
            self._send({"new": self._vars - self._declared, **self._waiting})
            self._waiting, self._size, self._declared = {}, 0, self._vars

    def _add(self, clause: Lits, weight: int | None = None) -> None:
        """Add a clause, which is soft with a weight. A soft clause of weight 0 has no effect.

        A hard clause may also be a constraint of CNFPlus: a pair (literals, bound), or a triple with the
        weights of the literals. Clauses wait for the next question, so that one line has many clauses. A
        clause with a name is sent at once, so that this call raises the error of a wrong name.
        """
        lits: list[Any] = list(clause)
        if weight is None and lits and isinstance(lits[0], (list, tuple, set)):
            self._atmost(*lits)
            return
        if 0 in lits or (weight or 0) < 0:
            raise ValueError(f"expected literals and no weight below 0, found {lits} and {weight}")
        key, item = ("add", lits) if weight is None else ("soft", [weight, lits])
        if self._declare(lits):
            self._flush()
            self._send({key: [item]})
        elif weight != 0:
            self._waiting.setdefault(key, []).append(item)
            self._size += len(lits) + 1
            if self._size > _MAX_WAITING:
                self._flush()

    def _atmost(self, lits: Lits, k: int, weights: Sequence[int] = ()) -> None:
        """Add the constraint that at most k of the literals are true, or that their weights sum to at most k."""
        lits = list(lits)
        self._declare(lits)
        if weights:
            self.ask(linear=[[[weight, lit] for weight, lit in zip(weights, lits)], "<=", k])
        else:
            self.ask(atmost=[k, lits])

    def _append(self, formula: Formula, soft: Soft | None = None) -> None:
        """Add a formula. Call soft for each soft clause; without soft, a formula with soft clauses is a TypeError.

        With soft, all clauses of a formula without soft clauses are soft, with weight 1.
        """
        self._vars = max(self._vars, getattr(formula, "nv", 0))
        hard: Iterable[Lits] = getattr(formula, "clauses", formula)
        weighted: Iterable[Any] = []
        if hasattr(formula, "soft"):
            if soft is None:
                raise TypeError("expected a formula without soft clauses: use RC2, or the attribute hard")
            hard, weighted = formula.hard, zip(formula.soft, formula.wght)
        elif soft:
            hard, weighted = [], [(clause, 1) for clause in hard]
        for clause in hard:
            self._add(clause)
        for constraint in [*getattr(formula, "atmosts", ()), *getattr(formula, "atms", ())]:
            self._atmost(*constraint)
        for clause, weight in weighted:
            soft(clause, weight)  # type: ignore[misc]


class Solver(Session):
    """A formula that grows, and questions about it.

    name, use_timer and options are ignored. If a question takes more than timeout seconds, solve returns
    None, and other methods raise QsatError.
    """

    def __init__(self, name: str | None = None, bootstrap_with: Formula = None,
                 use_timer: bool = False, timeout: Seconds = None, **options: Any) -> None:
        self._status: bool | None = None
        self._model: list[int] | None = None
        self._core: list[int] | None = None
        self._assumed: list[Lit] = []  # the assumptions of the last call of solve
        self._phases: dict[str, Lit] = {}  # the preferred literals by the names of their variables
        self._conflicts: int | None = None
        super().__init__(bootstrap_with, timeout)

    def add_clause(self, clause: Lits, no_return: bool = True) -> bool | None:
        """Add a clause. With no_return=False, return whether unit propagation finds no conflict."""
        self._add(clause)
        return None if no_return else self.propagate()[0]

    def append_formula(self, formula: Formula, no_return: bool = True) -> bool | None:
        """Add clauses, and the constraints of a CNFPlus. no_return is as in add_clause."""
        self._append(formula)
        return None if no_return else self.propagate()[0]

    def add_atmost(self, lits: Lits, k: int, weights: Sequence[int] = (), no_return: bool = True) -> bool | None:
        """Add the constraint that at most k of the literals are true, or that their weights sum to at most k."""
        self._atmost(lits, k, weights)
        return None if no_return else self.propagate()[0]

    def solve(self, assumptions: Lits = ()) -> bool | None:
        """Return whether a model has the assumptions, or None if the time is out."""
        return self._solve(assumptions, None)

    def solve_limited(self, assumptions: Lits = (), expect_interrupt: bool = False) -> bool | None:
        """As solve, but return None after the conflicts of conf_budget. timeout replaces interrupt()."""
        return self._solve(assumptions, self._conflicts)

    def _solve(self, assumptions: Lits, conflicts: int | None) -> bool | None:
        self._status = self._model = self._core = None
        self._assumed = list(assumptions)
        phase = list(self._phases.values()) or None
        answer = self._question(True, solve=True, assume=self._assumed, phase=phase, conflicts=conflicts)
        self._status = {"SATISFIABLE": True, "UNSATISFIABLE": False}.get(answer["status"])
        self._model, self._core = answer.get("model"), answer.get("failed") or None
        return self._status

    def conf_budget(self, budget: int = -1) -> None:
        """Limit each later solve_limited to a number of conflicts; 0 and -1 mean no limit."""
        self._conflicts = budget if budget > 0 else None

    def get_status(self) -> bool | None:
        """Return the result of the last call of solve."""
        return self._status

    def get_model(self) -> list[int] | None:
        """Return the model of the last call of solve, with a literal for each variable, or None."""
        return self._model

    def get_core(self, minimal: bool = False) -> list[int] | None:
        """Return assumptions of the last call of solve that no model has together.

        With minimal=True, there is a model without any one of them, unless the time is out before that
        is known. The result is None if solve did not return False, or if there is no model even without
        assumptions.
        """
        if minimal and self._core:
            self._core = self._question(core=True, assume=self._assumed)["failed"] or None
        return self._core

    def enum_models(self, assumptions: Lits = (), projection: Vars = None) -> Iterator[list[int]]:
        """Yield each model with the assumptions once, found as needed.

        With a projection, a list of variables, it yields their literals only. Unlike in python-sat, the
        models remain models of the formula. Another question or a new clause ends the enumeration; to
        continue then raises QsatError.
        """
        size, phase = 1, list(self._phases.values()) or None
        answer = self._question(True, models=size, assume=assumptions, project=projection, phase=phase)
        while True:
            lines = self._lines
            for model in answer.get("list", ()):
                yield model
                if self._lines != lines or self._waiting:
                    raise QsatError("another call has ended this enumeration")
            if "reason" in answer:
                raise QsatError(answer["reason"])
            if answer.get("complete", True):
                return
            size = max(1, min(2 * size, _MAX_BATCH // max(1, self._vars)))
            answer = self._question(True, more=size)

    def propagate(self, assumptions: Lits = (), phase_saving: int = 0) -> tuple[bool, list[int]]:
        """Return whether unit propagation of the assumptions finds no conflict, and all true literals in order."""
        answer = self._question(propagate=True, assume=assumptions)
        return answer["status"] != "UNSATISFIABLE", answer["propagated"]

    def set_phases(self, literals: Lits = ()) -> None:
        """Prefer models with these literals, after the literals of earlier calls.

        Unlike in python-sat, a preference is strict: the first literal is true if any model has it true,
        then the second, and so on. A complement replaces a literal at its place.
        """
        self._phases.update((str(lit).lstrip("-"), lit) for lit in literals)

    def nof_vars(self) -> int:
        """Return the number of variables."""
        return self._vars

    def nof_clauses(self) -> int:
        """Return the number of clauses."""
        return self.ask()["clauses"]

    def count(self, projection: Vars = None, assumptions: Lits = ()) -> int | Fraction:
        """As the function count."""
        number = Fraction(self._question(count=True, project=projection, assume=assumptions)["count"])
        return number.numerator if number.denominator == 1 else number

    def sample(self, k: int, seed: int | None = None, projection: Vars = None,
               assumptions: Lits = ()) -> list[list[int]]:
        """As the function sample."""
        return self._question(sample=k, seed=seed, project=projection, assume=assumptions).get("list", [])

    def backbone(self, projection: Vars = None, assumptions: Lits = ()) -> list[int] | None:
        """As the function backbone."""
        return self._question(backbone=True, project=projection, assume=assumptions).get("backbone")


def count(formula: Formula, projection: Vars = None, assumptions: Lits = (), timeout: Seconds = None) -> int | Fraction:
    """Return the number of models with the assumptions, or the sum of their weights if a file has weights.

    With a projection, a list of variables, models that agree on these count as one.
    """
    with Solver(bootstrap_with=formula, timeout=timeout) as s:
        return s.count(projection, assumptions)


def sample(formula: Formula, k: int, seed: int | None = None, projection: Vars = None,
           assumptions: Lits = (), timeout: Seconds = None) -> list[list[int]]:
    """Return k models, each drawn independently and uniformly, or [] if there is no model.

    If a file has weights, they give the probabilities. The same seed returns the same models; None means
    the seed 0. A projection is as in count.
    """
    with Solver(bootstrap_with=formula, timeout=timeout) as s:
        return s.sample(k, seed, projection, assumptions)


def backbone(formula: Formula, projection: Vars = None, assumptions: Lits = (),
             timeout: Seconds = None) -> list[int] | None:
    """Return the literals that all models with the assumptions share, or None without a model.

    With a projection, a list of variables, it returns their literals only.
    """
    with Solver(bootstrap_with=formula, timeout=timeout) as s:
        return s.backbone(projection, assumptions)


class RC2(Session):
    """MaxSAT: a model that violates soft clauses of the least total weight.

    All clauses of a formula without soft clauses are soft. A file may be a WCNF, or an OPB with an
    objective. solver and options are ignored. compute sets model, cost and bound. cost is the total weight
    of the violated clauses, or the value of the objective. No model has a better cost than bound. If the
    time is out after timeout seconds, cost may be worse than bound, and otherwise they are equal.
    """

    def __init__(self, formula: Formula = None, solver: str = "", timeout: Seconds = None, **options: Any) -> None:
        self.model: list[int] | None = None
        self.cost = self.bound = 0
        self._soft: list[list[Lit]] = []
        self._file = isinstance(formula, (str, os.PathLike))  # there are soft clauses that are not in the list
        super().__init__(formula, timeout, self.add_clause)

    def add_clause(self, clause: Lits, weight: int | None = None) -> None:
        """Add a clause, which is hard without a weight. A hard clause may be a pair (literals, bound)."""
        clause = list(clause)
        self._add(clause, weight)
        if weight:
            self._soft.append(clause)

    def compute(self, expect_interrupt: bool = False) -> list[int] | None:
        """Return an optimal model, or None if there is no model. If the time is out, return the best model so far;
        without a model so far, raise QsatError.
        """
        answer = self._question(True, minimize=True)
        if answer["status"] == "UNKNOWN":
            raise QsatError(answer["reason"])
        self.model = answer.get("model")
        self.cost = int(answer.get("cost", 0))
        self.bound = int(answer.get("bound", self.cost))
        return self.model

    def enumerate(self, block: int = 0, expect_interrupt: bool = False) -> Iterator[list[int]]:
        """Yield models from the best to the worst, each a result of compute. A hard clause blocks it for good.

        block=-1 yields one model for each minimal set of violated clauses. For a file, only 0 is possible.
        """
        if block not in (0, -1) or block and self._file:
            raise ValueError(f"block: expected 0, or -1 without a file, found {block}")
        while self.compute() is not None:
            model = self.model or []
            violated = [clause for clause in self._soft if not set(clause).intersection(model)]
            self._add([lit for clause in violated for lit in clause] if block else [-lit for lit in model])
            yield model


class MUSX(Session):
    """A minimal unsatisfiable set of soft clauses. All clauses of a formula without soft clauses are soft."""

    def __init__(self, formula: Formula, solver: str = "", verbosity: int = 0, timeout: Seconds = None) -> None:
        if isinstance(formula, (str, os.PathLike)):
            raise TypeError('expected clauses, found a path: "qsat --mus" reads files')
        soft: list[list[Lit]] = []
        super().__init__(formula, timeout, lambda clause, _: soft.append(list(clause)))
        self._declare([lit for clause in soft for lit in clause])
        self._selectors = range(self._vars + 1, self._vars + 1 + len(soft))
        for clause, selector in zip(soft, self._selectors):
            self._add([*clause, -selector])

    def compute(self) -> list[int] | None:
        """Return the numbers, from 1, of soft clauses that no model satisfies together with the hard clauses.

        Without any one of them, there is such a model, unless the time is out before that is known. The
        result is None if all clauses have a model.
        """
        answer = self._question(core=True, assume=self._selectors)
        return [self._selectors.index(lit) + 1 for lit in sorted(answer["failed"])] if "failed" in answer else None


def _program() -> str:
    """Return the path of the program qsat, or raise QsatError if there is none."""
    built = Path(__file__).resolve().parents[2] / "bin" / ("qsat.exe" if os.name == "nt" else "qsat")
    program = os.environ.get("QSAT") or shutil.which("qsat") or (str(built) if built.is_file() else None)
    if program is None:
        raise QsatError(f"found no qsat: name it in the variable QSAT, put it into PATH, or build {built}")
    return program


def _end(process: subprocess.Popen, errors: IO[bytes]) -> None:
    """End a process, and close its pipes and the file of its error messages."""
    process.kill()
    process.communicate()
    errors.close()
