#!/bin/sh
# A bot that always takes the first option.
while read -r line; do
    case $line in
        '{"n"'*) echo 0 ;;
        '{"bye"'*) exit ;;
    esac
done
