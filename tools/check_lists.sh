#!/bin/sh
# Every NAME_list.h of src/ and cli/ names what its folder defines, each as ad_NAME_<id>: techniques,
# seeds, mappings, readers, criteria, planners, kinds of figures, commands, ..; every struct of settings has its table. Run from the top.
status=0
for list in $(find src cli -name '*_list.h' | sort); do
    name=$(basename "$list" _list.h)
    case $name in
    reader) prefix=ad_data_reader_ ;;
    command) prefix=command_ ;;
    transform) prefix=ad_transform_type_ ;;
    *) prefix=ad_${name}_ ;;
    esac
    case $name in
    activation) defined=$(sed -n 's/^static inline real \([a-z_]*\)_of(real x)$/\1/p' src/compute/activation_kernel.c | sort) ;;
    *) defined=$(grep -ho "\(AD_KERNEL(\|^const [a-z_]* \)$prefix[a-z_0-9]*)* = {" "$(dirname "$list")"/*.c |
        sed "s/.*$prefix//; s/)* = {//" | sort) ;;
    esac
    listed=$(sed -n 's/^[A-Z_]*(\([a-z_0-9]*\).*/\1/p' "$list" | sort)
    if [ -z "$defined" ]; then
        echo "$list: nothing in its folder is called $prefix<id>: give tools/check_lists.sh a rule for it"
        status=1
    elif [ "$defined" != "$listed" ]; then
        echo "$list does not name what its folder defines:"
        echo "defined:" $defined
        echo "listed: " $listed
        status=1
    fi
    echo "$list: $(echo "$listed" | wc -l) entries"
done

# Every struct of settings in the public headers has its table and is walked by the tests.
structs=$(sed -n 's/^typedef struct adrop_\([a-z_0-9]*\)_opts {$/\1/p' include/adrop/*.h | sort)
tables=$(grep -ho 'adrop_option \*adrop_[a-z_0-9]*_options(void);' include/adrop/*.h | sed 's/.*\*adrop_//; s/_options(void);//' | sort)
walked=$(sed -n 's/^SETTINGS(\([a-z_0-9]*\),.*/\1/p' tests/settings_list.h | sort)
[ "$structs" = "$tables" ] && [ "$structs" = "$walked" ] || {
    echo "structs adrop_x_opts, tables adrop_x_options() and tests/settings_list.h are not of the same x:"
    echo "structs:" $structs
    echo "tables: " $tables
    echo "walked: " $walked
    status=1
}
echo "tests/settings_list.h: $(echo "$walked" | wc -l) entries"
exit $status
