"""The weights of a PyTorch module as a safetensors file, which the library and its program read."""
from __future__ import annotations

import json
import os
import struct
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn

from .errors import InvalidArgument

_TYPES = {torch.float32: "F32", torch.float64: "F64", torch.float16: "F16", torch.bfloat16: "BF16", torch.int64: "I64"}


def _bytes(tensor: Tensor) -> bytes:
    if tensor.dtype is torch.bfloat16:  # which NumPy does not have
        tensor = tensor.view(torch.int16)
    return bytes(tensor.numpy().tobytes())


def save_weights(weights: nn.Module | Mapping[str, Any], path: str | os.PathLike[str]) -> None:
    """Write a module's weights, or a state_dict, for ``adrop train --init`` and ``Model.load_weights``.

    The names stay PyTorch's. Tensors may be float32, float64, float16, bfloat16 or int64; what is no tensor is
    refused.
    """
    state = weights.state_dict() if isinstance(weights, nn.Module) else weights
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    parts: list[bytes] = []
    at = 0
    for name, value in state.items():
        if not isinstance(value, Tensor) or value.dtype not in _TYPES:
            raise InvalidArgument(f"'{name}' is no tensor of {', '.join(str(t) for t in _TYPES)}: give the state_dict "
                                  "itself, as in torch.load(file)['model']")
        parts.append(_bytes(value.detach().cpu().contiguous()))
        header[name] = {"dtype": _TYPES[value.dtype], "shape": list(value.shape),
                        "data_offsets": [at, at + len(parts[-1])]}
        at += len(parts[-1])
    text = json.dumps(header).encode()
    text += b" " * (-(8 + len(text)) % 64)
    partial = os.fspath(path) + ".partial"
    with open(partial, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        file.writelines(parts)
    os.replace(partial, path)
