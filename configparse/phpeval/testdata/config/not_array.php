<?php
return 'just a string';
