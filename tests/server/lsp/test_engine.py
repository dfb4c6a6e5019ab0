"""What the engine keeps of the pipelines that it made."""

import gc
import weakref

from mitgemeint.analysis.findings import Analysis
from mitgemeint.analysis.settings import Settings
from mitgemeint.server.lsp.engine import Engine


class Circular:
    """A pipeline that only the garbage collector can take away."""

    problems = ()

    def __init__(self, settings: Settings) -> None:
        self.itself = self

    def analyze(self, text: str, format: str) -> Analysis:
        return Analysis(format)


def test_a_dropped_pipeline_goes_with_the_next_one_however_often_all_were_forgotten() -> None:
    made: list[weakref.ref[Circular]] = []

    def factory(settings: Settings) -> Circular:
        pipeline = Circular(settings)
        made.append(weakref.ref(pipeline))
        return pipeline

    engine = Engine(factory)
    engine.prepare(Settings())
    for _ in range(2):
        engine.forget()
    engine.prepare(Settings())
    assert [pipeline() is None for pipeline in made] == [True, False]
    gc.unfreeze()
