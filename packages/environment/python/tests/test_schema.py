import dataclasses
import os
import sys
import unittest
from typing import Any, Optional, TypedDict

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "shim"))

from slyglass.schema import output_of, parameters_of  # noqa: E402


@dataclasses.dataclass
class Branch:
    name: str
    parts: "list[Branch]" = dataclasses.field(default_factory=list)


class Guest(TypedDict):
    table: "Optional[Table]"


class Table(TypedDict):
    guests: "list[Guest]"


@dataclasses.dataclass
class Point:
    x: int


class Modelled:
    @classmethod
    def model_json_schema(cls) -> dict[str, Any]:
        return {"$defs": {"Deep": {"type": "integer"}}, "type": "array", "items": {"$ref": "#/$defs/Deep"}}


def parameters(function: Any) -> dict[str, Any]:
    return parameters_of(function, frozenset())


class SchemasOfClasses(unittest.TestCase):
    def test_a_class_that_holds_itself_is_written_once_and_referred_to(self) -> None:
        def grow(tree: Branch, other: Branch) -> Branch: ...

        reference = {"$ref": "#/$defs/Branch"}
        branch = {
            "type": "object",
            "title": "Branch",
            "properties": {
                "name": {"title": "Name", "type": "string"},
                "parts": {"title": "Parts", "items": reference, "type": "array"},
            },
            "required": ["name"],
        }
        made = parameters(grow)
        self.assertEqual((made["properties"], made["$defs"]), ({"tree": reference, "other": reference}, {"Branch": branch}))
        self.assertEqual(output_of(grow), {**reference, "$defs": {"Branch": branch}})

    def test_classes_that_hold_each_other_end(self) -> None:
        def seat(guest: Guest, table: Table) -> None: ...

        made = parameters(seat)
        self.assertEqual(set(made["$defs"]), {"Guest", "Table"})
        self.assertEqual(made["properties"]["table"], {"$ref": "#/$defs/Table"})

    def test_two_classes_of_one_name_are_told_apart(self) -> None:
        other = dataclasses.make_dataclass("Branch", [("twin", Optional["Other"])])
        other.__annotations__["twin"] = Optional[other]

        def graft(one: Branch, two: other) -> None: ...  # type: ignore[valid-type]

        made = parameters(graft)
        self.assertEqual(made["properties"]["two"], {"$ref": "#/$defs/Branch2"})
        self.assertIn("twin", made["$defs"]["Branch2"]["properties"])

    def test_others_stand_where_they_are_used(self) -> None:
        def move(to: Point) -> None: ...

        made = parameters(move)
        self.assertEqual(made["properties"]["to"]["properties"], {"x": {"title": "X", "type": "integer"}})
        self.assertNotIn("$defs", made)

    def test_what_a_model_refers_to_is_found_from_the_outside(self) -> None:
        def count(all_of_them: Modelled) -> None: ...

        made = parameters(count)
        self.assertEqual(made["$defs"], {"Deep": {"type": "integer"}})
        self.assertEqual(made["properties"]["all_of_them"], {"type": "array", "items": {"$ref": "#/$defs/Deep"}})


if __name__ == "__main__":
    unittest.main()
