"""Reads the mails of a JSON list by Python's strict parser, which raises at each defect. Writes what it read."""

import email
import email.policy
import json
import sys


def read(text):
    message = email.message_from_bytes(text.encode(), policy=email.policy.strict.clone(raise_on_defect=True))
    for part in message.walk():
        for name, value in part.items():
            defects = [str(defect) for defect in value.defects]
            if part.defects or defects:
                raise ValueError(f"{name}: {value}: {part.defects} {defects}")
    body = lambda kind: message.get_body((kind,)).get_content()
    sender = message["from"].addresses[0]
    return {
        "subject": str(message["subject"]),
        "from": [sender.display_name, sender.addr_spec],
        "to": [one.addr_spec for one in message["to"].addresses],
        "text": body("plain"),
        "html": body("html"),
    }


json.dump([read(text) for text in json.load(sys.stdin)], sys.stdout)
