"""Tests of queens.py by brute force on small formulas. Run: QSAT=bin/qsat python3 testdata/python/queens_test.py"""

import gc
import itertools
import os
import random
import sys
import tempfile
import types
import unittest
from collections import Counter
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import queens
from queens import MUSX, RC2, WCNF, QsatError, Session, Solver, backbone, count, sample


def models_of(n, clauses, true=()):
    """Return the models over n variables with the literals true, in lexicographic order."""
    signs = itertools.product((-1, 1), repeat=n)
    models = [[s * v for v, s in enumerate(signs, 1)] for signs in signs]
    return [m for m in models if set(true) <= set(m) and all(set(c) & set(m) for c in clauses)]


def random_clauses(r, n, number):
    return [[r.choice((-1, 1)) * v for v in r.sample(range(1, n + 1), r.randint(1, 3))] for _ in range(number)]


class SolverTest(unittest.TestCase):
    def test_growing_formulas(self):
        r = random.Random(1)
        for n in (3, 4, 5, 6):
            clauses = []
            with Solver(name="g4", bootstrap_with=types.SimpleNamespace(clauses=[], nv=n)) as s:
                for _ in range(6):
                    for c in random_clauses(r, n, 3):
                        s.add_clause(c)
                        clauses.append(c)
                    assumed = [r.choice((-1, 1)) * v for v in r.sample(range(1, n + 1), 2)]
                    for true in ([], assumed):
                        self.check(s, n, clauses, true)
                self.assertEqual(s.nof_vars(), n)

    def check(self, s, n, clauses, true):
        models = models_of(n, clauses, true)
        self.assertEqual(s.solve(assumptions=true), bool(models))
        self.assertEqual(s.get_status(), bool(models))
        self.assertEqual(s.count(assumptions=true), len(models))
        self.assertEqual(s.count([1, 2], true), len({tuple(m[:2]) for m in models}))
        common = set(models[0]).intersection(*models) if models else set()
        self.assertEqual(s.backbone(assumptions=true), sorted(common, key=abs) if models else None)
        self.assertEqual(sorted(s.enum_models(true)), models)
        propagated = s.propagate(true)
        self.assertTrue(propagated[0] or not models)
        self.assertTrue(set(propagated[1]) <= common or not models, (propagated, models))
        if models:
            self.assertIn(s.get_model(), models)
            self.assertIsNone(s.get_core())
        else:
            self.assertIsNone(s.get_model())
            core = s.get_core(minimal=True) or []
            self.assertTrue(set(core) <= set(true))
            self.assertEqual(models_of(n, clauses, core), [])
            for lit in core:
                self.assertTrue(models_of(n, clauses, set(core) - {lit}))

    def test_results_of_python_sat(self):
        with Solver(bootstrap_with=[[-1, 2], [-2, 3]]) as s:
            self.assertIsNone(s.get_status())
            self.assertFalse(s.solve([1, -3]))
            self.assertEqual(sorted(s.get_core()), [-3, 1])
            self.assertEqual(sorted(s.enum_models([1])), [[1, 2, 3]])
            self.assertEqual(s.propagate(assumptions=[1]), (True, [1, 2, 3]))
            self.assertFalse(s.propagate([1, -2])[0])
            self.assertEqual((s.nof_vars(), s.nof_clauses()), (3, 2))
            self.assertIsNone(s.add_clause({5}))
            self.assertEqual(s.nof_vars(), 5)
            self.assertIs(s.append_formula([(-5, 4)], no_return=False), True)
            self.assertIs(s.add_clause([-4], no_return=False), False)
            self.assertIs(s.solve(), False)
            self.assertIsNone(s.get_core())

    def test_enumeration(self):
        with Solver(bootstrap_with=[[1, 2, 3, 4, 5, 6]]) as s:
            models = s.enum_models()
            first = [next(models) for _ in range(10)]
            self.assertEqual(len({tuple(m) for m in first}), 10)
            self.assertTrue(s.solve())
            with self.assertRaisesRegex(QsatError, "another call"):
                next(models)
            models = s.enum_models()
            next(models)
            s.add_clause([-1])
            with self.assertRaisesRegex(QsatError, "another call"):
                next(models)
            self.assertEqual(len(list(s.enum_models())), 31)
            self.assertEqual(sorted(s.enum_models(projection=[2, 3])), [[-2, -3], [-2, 3], [2, -3], [2, 3]])
            self.assertEqual(s.count(), 31)

    def test_at_most(self):
        r = random.Random(2)
        with Solver() as s:
            s.append_formula(types.SimpleNamespace(clauses=[[1, 2, 3]], atmosts=[([1, 2, -4], 1)]))
            s.append_formula([[[4, 5], 1]])
            weights = [r.randint(1, 5) for _ in range(5)]
            s.add_atmost(range(1, 6), 7, weights)
            found = {tuple(m) for m in s.enum_models()}
        self.assertEqual(found, {
            tuple(m) for m in models_of(5, [[1, 2, 3]])
            if len({1, 2, -4} & set(m)) <= 1 and len({4, 5} & set(m)) <= 1
            and sum(w for w, lit in zip(weights, m) if lit > 0) <= 7})
        with Solver(bootstrap_with=[[1], [2], [3]]) as s:
            self.assertIs(s.add_atmost(lits=[1, 2, 3], k=2, no_return=False), False)

    def test_phases(self):
        with Solver(bootstrap_with=[[1, 2], [-1, -2]]) as s:
            s.set_phases([1])
            s.set_phases([2, -3])
            self.assertTrue(s.solve())
            self.assertEqual(s.get_model(), [1, -2, -3])
            s.set_phases([-1, 3])
            self.assertTrue(s.solve())
            self.assertEqual(s.get_model(), [-1, 2, 3])

    def test_limits(self):
        pigeons, holes = 11, 10
        clauses = [[p * holes + h for h in range(1, holes + 1)] for p in range(pigeons)]
        pairs = itertools.combinations(range(pigeons), 2)
        clauses += [[-p * holes - h, -q * holes - h] for p, q in pairs for h in range(1, holes + 1)]
        with Solver(bootstrap_with=clauses) as s:
            s.conf_budget(10)
            self.assertIsNone(s.solve_limited())
            self.assertIsNone(s.get_status())
            self.assertIsNone(s.get_model())
            s.timeout = 1e-9
            self.assertIsNone(s.solve())
            for question in (s.count, s.backbone, lambda: list(s.enum_models()), lambda: s.sample(1)):
                with self.assertRaisesRegex(QsatError, "out of time"):
                    question()
        with RC2(clauses, timeout=1e-9) as rc2, self.assertRaisesRegex(QsatError, "out of time"):
            rc2.compute()

    def test_names(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "q.cnf")
            with open(path, "w") as f:
                f.write("c Wheel 1\np cnf 2 1\n1 2 0\n")
            with Solver(bootstrap_with=path) as s:
                self.assertEqual(s.nof_vars(), 2)
                s.add_clause(["-1"])
                s.add_clause([3])
                with self.assertRaisesRegex(QsatError, "Wheels"):
                    s.add_clause(["Wheels"])
                self.assertEqual(list(s.enum_models()), [[-1, 2, 3]])
            with self.assertRaisesRegex(QsatError, "none.cnf"):
                count(path.replace("q", "none"))

    def test_large_formulas(self):
        n = 30000
        with Solver() as s:
            for v in range(1, n):
                s.add_clause([-v, v + 1])
            self.assertEqual(s.propagate([1])[1], list(range(1, n + 1)))
            self.assertEqual(s.nof_clauses(), n - 1)


class FunctionsTest(unittest.TestCase):
    def test_count_and_backbone(self):
        self.assertEqual(count([[1, 2], [-1, 3]]), 4)
        self.assertEqual(count(types.SimpleNamespace(clauses=[[1]], nv=100)), 2**99)
        self.assertEqual(count([[1, 2], [-1, 3]], projection=[2], assumptions=[1]), 2)
        self.assertEqual(backbone(((-1,), (1, 2)), assumptions=[3]), [-1, 2, 3])
        self.assertIsNone(backbone([[1], [-1]]))

    def test_sample(self):
        clauses = [[1, 2], [-1, 3]]
        models = sample(clauses, 400, seed=1)
        self.assertEqual(models, sample(clauses, 400, seed=1))
        counts = Counter(map(tuple, models))
        self.assertEqual(sorted(map(list, counts)), models_of(3, clauses))
        self.assertGreater(min(counts.values()), 60)
        self.assertEqual(sample([[1], [-1]], 3), [])


class SoftTest(unittest.TestCase):
    def formula(self, r):
        formula = WCNF()
        for c in random_clauses(r, 5, 5):
            formula.append(c)
        for c in random_clauses(r, 5, 7):
            formula.append(c, r.randint(0, 4))
        return formula

    def test_optima(self):
        r = random.Random(3)
        for block in (0, -1) * 3:
            formula = self.formula(r)
            models = models_of(5, formula.hard)
            violated = {tuple(m): {i for i, c in enumerate(formula.soft) if not set(c) & set(m) and formula.wght[i]} for m in models}
            costs = {m: sum(formula.wght[i] for i in v) for m, v in violated.items()}
            formula.nv = 5
            with RC2(formula) as rc2:
                found = [(tuple(m), rc2.cost) for m in rc2.enumerate(block)]
                self.assertIsNone(rc2.compute())
            self.assertEqual([c for _, c in found], sorted(c for _, c in found))
            for m, c in found:
                self.assertEqual(c, costs[m])
            if block == 0:
                self.assertEqual({m for m, _ in found}, set(costs))
            else:
                minimal = {frozenset(v) for v in violated.values() if not any(w < v for w in violated.values())}
                self.assertEqual(Counter(frozenset(violated[m]) for m, _ in found), Counter(minimal))

    def test_growing_optimum(self):
        formula = WCNF()
        for c in ([-1, -2], [-1, -3]):
            formula.append(c)
        for c in ([1], [2], [3]):
            formula.append(c, weight=1)
        with RC2(formula) as rc2:
            self.assertEqual((rc2.compute(), rc2.cost), ([-1, 2, 3], 1))
            rc2.add_clause([-2, -3])
            rc2.compute()
            self.assertEqual((rc2.cost, rc2.bound), (2, 2))
            rc2.add_clause([-1], weight=5)
            rc2.add_clause(([2, 3], 0))
            self.assertEqual((rc2.compute(), rc2.cost), ([-1, -2, -3], 3))
        with RC2([[1], [-1], [2]]) as rc2:
            rc2.compute()
            self.assertEqual(rc2.cost, 1)
            with self.assertRaisesRegex(ValueError, "block"):
                next(rc2.enumerate(block=1))
            with self.assertRaisesRegex(ValueError, "weight"):
                rc2.add_clause([1], -1)

    def test_minimal_sets(self):
        r = random.Random(4)
        found = 0
        for _ in range(8):
            formula = self.formula(r)
            with MUSX(formula) as musx:
                mus = musx.compute()
            if models_of(5, formula.hard + formula.soft):
                self.assertIsNone(mus)
                continue
            found += 1
            chosen = [formula.soft[i - 1] for i in mus]
            self.assertEqual(models_of(5, formula.hard + chosen), [])
            for i in range(len(chosen)):
                self.assertTrue(models_of(5, formula.hard + chosen[:i] + chosen[i + 1:]))
        self.assertGreater(found, 2)
        with MUSX([[1], [2, 3], [-1], [-2], [4]], verbosity=0) as musx:
            self.assertEqual(musx.compute(), [1, 3])


class ErrorsTest(unittest.TestCase):
    def test_wrong_input(self):
        with Solver() as s:
            with self.assertRaisesRegex(ValueError, "found .1, 0."):
                s.add_clause([1, 0])
            with self.assertRaisesRegex(QsatError, "cuont"):
                s.ask(cuont=True)
            with self.assertRaisesRegex(TypeError, "RC2"):
                s.append_formula(WCNF())
            self.assertTrue(s.solve())
            s.add_clause([2**40])
            for _ in range(2):  # the clause is never forgotten
                with self.assertRaisesRegex(QsatError, "variables"):
                    s.solve()
            s.delete()
            s.delete()
            with self.assertRaisesRegex(QsatError, "ended"):
                s.solve()
        with self.assertRaisesRegex(TypeError, "qsat --mus"):
            MUSX("q.cnf")

    def test_missing_program(self):
        with mock.patch.dict(os.environ, QSAT="/nonexistent/qsat"), self.assertRaisesRegex(QsatError, "nonexistent"):
            Solver()
        with mock.patch.dict(os.environ, QSAT="", PATH=""), mock.patch.object(queens.Path, "is_file", lambda path: False):
            with self.assertRaisesRegex(QsatError, "variable QSAT"):
                Solver()

    def test_dead_program(self):
        s = Solver(bootstrap_with=[[1]])
        s.solve()
        s._process.kill()
        with self.assertRaisesRegex(QsatError, "exit code"):
            s.solve()
        with self.assertRaisesRegex(QsatError, "ended"):
            s.solve()

    def test_interrupt(self):
        s = Solver(bootstrap_with=[[1]])
        process = s._process
        with mock.patch.object(process.stdout, "readline", side_effect=KeyboardInterrupt):
            with self.assertRaises(KeyboardInterrupt):
                s.solve()
        self.assertIsNotNone(process.poll())

    def test_garbage(self):
        s = Session([[1]])
        process = s._process
        del s
        gc.collect()
        self.assertIsNotNone(process.poll())


if __name__ == "__main__":
    unittest.main()
