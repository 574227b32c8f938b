"""What a run on a cluster says of the workers there, whenever it looks."""

import pytest
from distributed import Client, LocalCluster

from autograder.batch import cluster as module
from autograder.batch.cluster import Cluster


@pytest.fixture
def nobody():
    """A scheduler without a worker."""
    with LocalCluster(
        n_workers=0, threads_per_worker=1, processes=False, dashboard_address=None
    ) as found:
        yield found


def test_a_worker_that_comes_and_ends_its_work_before_the_next_look_is_announced(
    nobody, monkeypatch
):
    said = []

    def listen(text):
        """Once it says that nobody is there, somebody comes, and it looks no more."""
        said.append(text)
        if len(said) == 1:
            monkeypatch.setattr(module, "LOOK", 600.0)
            nobody.scale(1)

    monkeypatch.setattr(module, "_say", listen)
    monkeypatch.setattr(module, "LOOK", 0.1)
    with Client(nobody) as client:
        executor = Cluster(client, nobody.scheduler_address, patience=600.0)
        future = executor.submit(sum, [1, 2])
        assert executor.wait([future]) == {future}
        assert future.result() == 3
        executor.shutdown()
    assert [text.split(" to ")[0] for text in said] == [
        "no worker is connected",
        "a worker is connected",
    ]
