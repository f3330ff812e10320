#!/bin/bash
# Help shows every option of a command under one heading, and none under "Other", which collects
# rows without a group. Completion offers the same options. The short page of train starts with
# --data.
: "${ADROP:?set ADROP to the program}"
failed=0
wrong() {
    echo "FAILED: $1"
    failed=1
}
options() { sed -n 's/^  \(-.,\|   \) --\([a-z0-9-]*\).*/\2/p'; }
# shellcheck disable=SC1090
source <("$ADROP" completion bash)
commands=$("$ADROP" --help | sed -n '/^Commands/,/^$/s/^  \([a-z-]\{2,\}\) .*/\1/p')
[ "$(echo "$commands" | wc -l)" -ge 22 ] || wrong "only these commands are listed: $commands"
for command in $commands; do
    page=$("$ADROP" "$command" --help=all)
    shown=$(options <<<"$page" | sort)
    twice=$(uniq -d <<<"$shown")
    [ -z "$twice" ] || wrong "$command shows twice: $twice"
    ! grep -qx Other <<<"$page" || wrong "$command has options without a group"
    COMP_WORDS=(adrop "$command" --)
    COMP_CWORD=2
    _adrop
    offered=$(printf '%s\n' "${COMPREPLY[@]#--}" | sort)
    [ "$shown" = "$offered" ] || wrong "help and completion of $command differ:
$(diff <(echo "$shown") <(echo "$offered"))"
    [ -z "$("$ADROP" "$command" --help | options | grep -vxF "$shown")" ] ||
        wrong "$command shows more in short than in full"
done
[ "$("$ADROP" train --help | options | head -1)" = data ] || wrong "train does not open with --data"
exit $failed
